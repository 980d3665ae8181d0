/**
 * Imports go downwards only: services → core, records, odata, resourceManager, lro, http, schema. What a directory of the
 * provider may import beside itself is said once, in `layers`; the rest is about packages and about the whole.
 */

/** What both protocols need. */
const protocol = [
  ...["core", "engine", "lifecycle.ts", "configuration.ts", "runtime.ts", "engineValues.ts"],
  ...["http", "schema", "types"],
];

const layers = [
  { from: "providerError.ts", may: [] },
  { from: "engineValues.ts", may: [] },
  { from: "schema", may: ["engineValues.ts"] },
  { from: "retryOptions.ts", may: [] },
  { from: "http", may: ["engineValues.ts", "retryOptions.ts"] },
  { from: "types", may: [] },
  { from: "configuration.ts", may: ["http", "retryOptions.ts", "schema"] },
  { from: "definition.ts", may: ["configuration.ts", "schema"] },
  { from: "taskQueues.ts", may: [] },
  { from: "runtime.ts", may: ["taskQueues.ts", "http"] },
  { from: "connection.ts", may: ["configuration.ts", "http", "runtime.ts", "types"] },
  { from: "lifecycle.ts", may: ["configuration.ts", "definition.ts", "http", "runtime.ts", "schema"] },
  { from: "lro", may: ["http", "schema"] },
  {
    from: "resourceManager",
    may: ["connection.ts", "configuration.ts", "lifecycle.ts", "lro", "http", "schema"],
  },
  { from: "odata", may: ["connection.ts", "http", "schema"] },
  { from: "records", may: ["definition.ts", "lifecycle.ts", "odata", "http", "schema"] },
  {
    from: "core",
    may: [
      ...["definition.ts", "lifecycle.ts", "configuration.ts", "runtime.ts", "engineValues.ts"],
      ...["http", "schema"],
    ],
  },
  { from: "engine", may: ["core", "lifecycle.ts"] },
  { from: "dynamic", may: protocol },
  { from: "native", may: [...protocol, "dynamic/propertyCodec.ts", "resources.ts"] },
  {
    from: "services",
    may: [
      ...[
        "definition.ts",
        "lifecycle.ts",
        "core",
        "dynamic",
        "records",
        "odata",
        "resourceManager",
        "lro",
        "http",
        "schema",
      ],
      ...["connection.ts", "configuration.ts", "engineValues.ts", "types"],
    ],
  },
];

/** Packages that one place alone knows. */
const owners = [
  { name: "axios", owner: "^provider/http/transport/transport\\.ts$" },
  { name: "ajv", owner: "^provider/schema/validate\\.ts$" },
  {
    name: "@pulumi/pulumi",
    owner: "^provider/(dynamic/|native/|types/|services/[^/]+/(resource|function)\\.ts$)",
  },
];

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    ...layers.map(({ from, may }) => ({
      name: `provider-${from.replace(/\.ts$/, "")}`,
      comment: `provider/${from} imports nothing of provider but itself, providerError.ts${may.map((name) => `, ${name}`).join("")}`,
      severity: "error",
      from: { path: `^provider/${at(from)}` },
      to: {
        path: "^provider/",
        pathNot: [from, "providerError.ts", ...may].map((name) => `^provider/${at(name)}`),
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
      name: "provider-lifecycles-know-no-protocol",
      comment:
        "only a service's class, and its functions and their types, are made for the protocol of dynamic providers",
      severity: "error",
      from: { path: "^provider/services/", pathNot: "/(resource|function|types)\\.ts$" },
      to: { path: "^provider/dynamic/" },
    },
    {
      name: "provider-definitions-are-light",
      comment:
        "a preview is explained from definitions, which load nothing that talks to a service or to the engine",
      severity: "error",
      from: { path: "^provider/(definitions?|services/[^/]+/(definition|schema))\\.ts$" },
      to: {
        path: "^provider/",
        pathNot: [
          "^provider/(schema/|types/|(definition|configuration|lro/phase|resourceManager/resourceSchema)\\.ts$)",
          "^provider/(records/(fields|recordDefinition|recordSchema)|services/[^/]+/(definition|\\w*[sS]chema))\\.ts$",
        ],
      },
    },
    {
      name: "provider-services-are-the-top",
      comment: "services are imported by the lists alone",
      severity: "error",
      from: {
        path: "^provider/",
        pathNot: "^provider/(services/|(bridge|classes|definitions|functions|lifecycles|lookups)\\.ts$)",
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
        "the command line knows of the provider the names of its keys, the warning that it counts, which addresses are safe, which texts are, the version, and what definitions say",
      severity: "error",
      from: { path: "^cli/", pathNot: "^cli/show/" },
      to: {
        pathNot:
          "^(cli/|provider/(configuration|core/unsentSecrets|http/address|http/redaction/sanitizeText|types/version|definitions?)\\.ts$|provider/schema/|provider/services/[^/]+/(definition|schema)\\.ts$|node_modules/)",
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
          "^(cli/[^/]+$|cli/show/|provider/(configuration|resources|runtime|core/(import|resourceKind|runHook))\\.ts$|provider/schema/)",
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
