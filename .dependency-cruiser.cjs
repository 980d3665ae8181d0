/**
 * Imports go downwards only. What a folder of the provider may import beside itself is said once, in `layers`; the rest is
 * about packages and about the whole.
 */

const layers = [
  { from: "schema", may: [] },
  { from: "text", may: ["schema"] },
  { from: "contract", may: ["schema", "text"] },
  { from: "http", may: ["contract", "schema", "text", "generated/version.ts"] },
  { from: "lro", may: ["contract", "http", "schema", "text"] },
  { from: "resourceManager", may: ["lro", "contract", "http", "schema", "text"] },
  { from: "odata", may: ["contract", "http", "schema", "text"] },
  { from: "partialUpdates", may: ["contract", "odata", "http", "schema", "text"] },
  { from: "core", may: ["contract", "http", "schema", "text"] },
  { from: "protocols", may: ["core", "contract", "http", "schema", "text", "generated"] },
  {
    from: "protocols/dynamic",
    may: [
      "protocols/engine.ts",
      "protocols/sdkModules.ts",
      "core",
      "contract",
      "http",
      "schema",
      "text",
      "generated",
    ],
  },
  {
    from: "services",
    may: [
      "core",
      "contract",
      "partialUpdates",
      "odata",
      "lro",
      "resourceManager",
      "http",
      "schema",
      "text",
      "generated",
    ],
  },
  {
    from: "functions",
    may: ["services", "protocols/dynamic", "odata", "schema", "generated"],
  },
];

/** Packages that one place alone knows. */
const owners = [
  { name: "axios", owner: "^provider/http/transport\\.ts$" },
  { name: "https-proxy-agent", owner: "^provider/http/proxy\\.ts$" },
  { name: "ajv", owner: "^provider/schema/validate\\.ts$" },
  { name: "yaml", owner: "^cli/show/yaml\\.ts$" },
  {
    name: "@pulumi/pulumi",
    owner: "^provider/(protocols|functions|generated)/",
  },
];

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    ...layers.map(({ from, may }) => ({
      name: `provider-${from.replace(/\.ts$/, "")}`,
      comment: `provider/${from} imports nothing of provider but itself${may.map((name) => `, ${name}`).join("")}`,
      severity: "error",
      from: { path: `^provider/${at(from)}` },
      to: {
        path: "^provider/",
        pathNot: [from, ...may].map((name) => `^provider/${at(name)}`),
      },
    })),
    {
      name: "provider-another-service",
      comment: "a service imports nothing of another service but its schema, which is nothing but data",
      severity: "error",
      from: { path: "^provider/services/([^/]+)/" },
      to: { path: "^provider/services/", pathNot: "^provider/services/($1/|[^/]+/schema\\.ts$)" },
    },
    {
      name: "provider-definitions-are-light",
      comment:
        "a preview is explained from definitions, which load nothing that talks to a service or to the engine",
      severity: "error",
      from: { path: "^provider/services/(index|[^/]+/(definition|schema))\\.ts$" },
      to: {
        path: "^provider/",
        pathNot: [
          "^provider/(schema/|text/message\\.ts$|generated/|contract/(definition|configuration|profile)\\.ts$|lro/phase\\.ts$|resourceManager/resourceSchema\\.ts$)",
          "^provider/(partialUpdates/(fields|recordDefinition|recordSchema)|services/[^/]+/(definition|\\w*[sS]chema))\\.ts$",
        ],
      },
    },
    {
      name: "provider-services-are-the-top",
      comment: "services are imported by the lists and by the functions of programs alone",
      severity: "error",
      from: {
        path: "^provider/",
        pathNot: "^provider/(services/|functions/|generated/|bridge\\.ts$)",
      },
      to: { path: "^provider/services/" },
    },
    {
      name: "provider-not-emulator",
      comment: "the provider knows the services by their documents, not by the emulator",
      severity: "error",
      from: { path: "^provider/" },
      to: { pathNot: "^(provider/|node_modules/)", dependencyTypesNot: ["core", "npm", "npm-peer"] },
    },
    {
      name: "emulator-not-provider",
      comment: "an emulator that shared code with the provider would share its mistakes",
      severity: "error",
      from: { path: "^emulator/" },
      to: { pathNot: "^(emulator/|node_modules/)", dependencyTypesNot: ["core", "npm", "npm-peer"] },
    },
    {
      name: "cli-imports",
      comment:
        "the command line knows of the provider the names of its keys and of what states have, the warning that it counts, which addresses are safe, which texts are, the version, what definitions say, and how objects are named",
      severity: "error",
      from: { path: "^cli/", pathNot: "^cli/(show|discover)/" },
      to: {
        pathNot:
          "^(cli/|provider/(contract/(configuration|address|definition|profile|urn)|core/(warnings|storedNames)|protocols/dynamic/names|text/(message|plain)|generated/version|services/index)\\.ts$|provider/schema/|provider/services/[^/]+/(definition|identity|schema)\\.ts$|node_modules/)",
        dependencyTypesNot: ["core", "npm"],
      },
    },
    {
      name: "cli-show-imports",
      comment: "an object is shown as it is imported",
      severity: "error",
      from: { path: "^cli/show/" },
      to: {
        pathNot:
          "^(cli/[^/]+$|cli/show/|provider/(contract/(configuration|profile|runtime|settings)|generated/resources|core/(import|resourceKind|runHook))\\.ts$|provider/(schema|text)/)",
        dependencyTypesNot: ["core", "npm"],
      },
    },
    ...owners.map(({ name, owner }) => ({
      name: `owner-of-${name.replace(/\W/g, "-").replace(/^-/, "")}`,
      comment: `${name} is imported in one place: ${owner}`,
      severity: "error",
      from: { path: "^(provider|emulator|cli)/", pathNot: owner },
      to: { path: `^node_modules/${name}(/|$)` },
    })),
    {
      name: "published-dependencies",
      comment: "what is published may import only what an installation brings along",
      severity: "error",
      from: { path: "^(provider|emulator|cli)/" },
      to: { path: "^node_modules/", dependencyTypesNot: ["npm", "npm-peer"] },
    },
    { name: "no-cycle", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-unresolvable",
      comment:
        "`pulumi-vendorcloud` itself is found once there is a build; the SDK of the native plugin is generated",
      severity: "error",
      from: { pathNot: "^examples/native/" },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: ["node_modules", "^dist/"] },
    exclude: { path: "^emulator/dist/" },
    tsConfig: { fileName: "tsconfig.json" },
    // Imports of types count as well: they tie directories together just the same.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["require", "node", "types", "default"],
    },
  },
};

/** @param {string} name of a directory or file of the provider */
function at(name) {
  return name.endsWith(".ts") ? `${name.replace(".", "\\.")}$` : `${name}/`;
}
