import { cp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { hashTexts, keep, readContents } from "../cache.mjs";
import { describeFailure, run } from "../process.mjs";
import { root } from "../setup.mjs";
import { generateSdks } from "./generate.mjs";
import { formatPackageSchema } from "./packageSchema.mjs";

const MINUTES = 60_000;

/**
 * The SDKs for Node.js, Python and Go, each in a folder of its own, that for Node.js compiled. They are made again when the
 * package schema, the generators, this code or a package that compiles them changes.
 *
 * @returns {Promise<{ directory: string, key: string }>}
 */
export async function keepSdks() {
  const schema = formatPackageSchema();
  const files = ["package-lock.json", "tools/sdk/keepSdks.mjs", "tools/sdk/generate.mjs"];
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), "utf8")));
  const generator = await readContents(join(import.meta.dirname, "generator"));
  const key = `sdks-${hashTexts([schema, ...texts, ...generator])}`;
  const directory = await keep(key, {
    make: async (directory) => {
      await generateSdks("current", schema, directory);
      await compileNodeSdk(join(directory, "nodejs"));
    },
    requireUsable: (directory) => readdir(join(directory, "nodejs", "bin")),
  });
  return { directory, key };
}

/**
 * Compiles the SDK as `npm install` does, with this repository's compiler.
 *
 * @param {string} directory
 */
async function compileNodeSdk(directory) {
  const modules = join(directory, "node_modules");
  await symlink(join(root, "node_modules"), modules, "dir");
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  const options = { cwd: directory, limitMs: 5 * MINUTES };
  const outcome = await run(process.execPath, [compiler, "--types", "node"], options);
  if (outcome.failure) throw new Error(`tsc of the SDK for Node.js: ${describeFailure(outcome)}`);
  await rm(modules);
  await cp(join(directory, "package.json"), join(directory, "bin", "package.json"));
}
