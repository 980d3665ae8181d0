import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");
const directory = join(root, "dist", "plugin");

/** The plugin and the commands of `vendorcloud` in one file, which needs only Node. */
export const BUNDLE = join(directory, "pulumi-resource-vendorcloud");

/** The engine passes its address or options. The command `vendorcloud` of an archive passes its name. */
const ENTRY = `#!/usr/bin/env node
const [, , first] = process.argv;
if (first === "vendorcloud") process.argv.splice(2, 1);
if (first === "vendorcloud" || first === "--help") require("./cli/main.js");
else require("./provider/protocols/native/main.js");`;

/** Bundles the compiled code and writes the licenses of its packages. Unchanged files are not rewritten. */
export async function bundlePlugin() {
  const { outputFiles, metafile } = await build({
    stdin: { contents: ENTRY, resolveDir: join(root, "dist") },
    bundle: true,
    platform: "node",
    target: "node20.19",
    minify: true,
    legalComments: "none",
    metafile: true,
    write: false,
    outfile: BUNDLE,
    plugins: [literalSdkModules],
  });
  mkdirSync(directory, { recursive: true });
  writeIfOther(BUNDLE, outputFiles[0]?.text ?? "");
  chmodSync(BUNDLE, 0o755);
  writeIfOther(join(directory, "THIRD-PARTY-NOTICES.txt"), formatNotices(Object.keys(metafile.inputs)));
}

/** @type {import("esbuild").Plugin} */
const literalSdkModules = {
  name: "literal-sdk-modules",
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /dist.provider.protocols.(native.\w+|engine)\.js$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      return { contents: text.replace(/\(0, \w+\.sdkRequire\)\(/g, "require("), loader: "js" };
    });
    onResolve({ filter: /\bsdkModules\.js$/ }, ({ path }) => ({ path, namespace: "none" }));
    onLoad({ filter: /./, namespace: "none" }, () => ({ contents: "" }));
  },
};

/**
 * @param {readonly string[]} inputs files in the bundle
 * @returns {string} name, version and license of each package with a file in the bundle
 */
function formatNotices(inputs) {
  const folders = inputs.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  const packages = [...new Set(folders)].filter((folder) => folder !== undefined).sort();
  const notices = packages.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    const file = readdirSync(join(root, folder)).find((one) => /^licen[cs]e/i.test(one));
    const text = file === undefined ? "" : `\n\n${readFileSync(join(root, folder, file), "utf8").trim()}`;
    return `${name} ${version}: ${license}${text}\n`;
  });
  return notices.join(`\n${"-".repeat(78)}\n\n`);
}

/**
 * @param {string} file
 * @param {string} text
 */
function writeIfOther(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
}
