import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { HERE } from "./node.mjs";
import { execute, runTool } from "./process.mjs";
import { withProgress } from "./pulumi-cli/progress.mjs";
import { root } from "./setup.mjs";

// `npm run packages -- <folder>`: builds what a release would publish, and prints how to install it (docs/install.md): the npm
// packages in `npm/`, with `--sdks` the SDKs of the native plugin in `sdks/`, and with `--plugin` the plugin for this system in
// `archives/`. Default folder: `packages/`.

/** The path is a placeholder until the project has a repository. */
const GO_MODULE = "vendorcloud.example/pulumi-vendorcloud/sdk/go";
const LIMIT_MS = 60 * 60_000;
const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));

await runTool(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { sdks: { type: "boolean" }, plugin: { type: "boolean" } },
  });
  const folder = resolve(process.env.INIT_CWD ?? "", positionals[0] ?? join(root, "packages"));
  await step("npm packages", () => packNpm(join(folder, "npm")));
  if (values.sdks)
    await step("SDKs", (onOutput) => runScript("sdk/main.mjs", [join(folder, "sdks")], onOutput));
  if (values.plugin)
    await step("plugin", (onOutput) => runScript("archives.mjs", [join(folder, "archives"), HERE], onOutput));
  await printFiles(folder);
  console.log(`\n${formatCommands(folder, values)}`);
});

/**
 * @param {string} name
 * @param {(onOutput: (text: string) => void) => Promise<unknown>} work
 */
function step(name, work) {
  return withProgress((line) => console.error(line), name, work);
}

/** @param {string} directory */
async function packNpm(directory) {
  // Archives of other versions would match the same pattern.
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  for (const source of [root, join(root, "emulator")])
    await execute("npm", ["pack", "--silent", "--pack-destination", directory], {
      cwd: source,
      name: "npm pack",
    });
}

/**
 * @param {string} script
 * @param {string[]} args
 * @param {(text: string) => void} onOutput
 */
function runScript(script, args, onOutput) {
  const file = join(root, "tools", script);
  return execute(process.execPath, [file, ...args], { name: script, limitMs: LIMIT_MS, onOutput });
}

/** @param {string} folder */
async function printFiles(folder) {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!/\.(tgz|whl|tar\.gz)$/.test(name)) continue;
    const { size } = await stat(join(folder, name));
    console.log(`${(size / 1e6).toFixed(2).padStart(6)} MB  ${join(folder, name)}`);
  }
}

/**
 * @param {string} folder
 * @param {{ sdks?: boolean | undefined, plugin?: boolean | undefined }} made
 */
function formatCommands(folder, { sdks, plugin }) {
  const npm = join(folder, "npm");
  const lines = [
    "In a project in TypeScript or JavaScript:",
    `  npm install ${join(npm, `pulumi-vendorcloud-${version}.tgz`)} @pulumi/pulumi`,
    `  npm install --save-dev ${join(npm, `vendorcloud-emulator-${version}.tgz`)}`,
  ];
  const archive = join(folder, "archives", `pulumi-resource-vendorcloud-v${version}-${HERE}.tar.gz`);
  if (plugin)
    lines.push(
      "The plugin, once for all projects:",
      `  pulumi plugin install resource vendorcloud ${version} --file ${archive}`,
    );
  const sdk = join(folder, "sdks");
  if (sdks)
    lines.push(
      "With the plugin, in a project in Python, Go, Java, C# or TypeScript:",
      `  pip install ${join(sdk, "python", "dist", "pulumi_vendorcloud-*.whl")}`,
      `  go mod edit -require ${GO_MODULE}@v0.0.0 -replace ${GO_MODULE}=${join(sdk, "go")}`,
      `  mvn --quiet --file ${join(sdk, "java", "pom.xml")} install`,
      `  dotnet add reference ${join(sdk, "dotnet", "VendorCloud.Resources.csproj")}`,
      `  npm install ${join(sdk, "nodejs", "pulumi-vendorcloud-native-*.tgz")} @pulumi/pulumi`,
    );
  return lines.join("\n");
}
