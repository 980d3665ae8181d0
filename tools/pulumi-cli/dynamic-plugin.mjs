import { readFileSync } from "node:fs";
import { chmod, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { files } from "./cli.mjs";

/**
 * Puts the script that starts dynamic providers beside the CLI. It belongs to the SDK, so the copy follows
 * the one that the project has installed.
 *
 * @param {string} directory
 * @param {{ keep: boolean, log: (line: string) => void }} options `keep`: leave one that came with the CLI
 */
export async function placeDynamicPlugin(directory, { keep, log }) {
  const target = join(directory, files.dynamicPlugin);
  const present = await readFile(target).catch(() => undefined);
  if (present && keep) return;
  const wanted = installedPlugin();
  if (!wanted) {
    if (!present)
      log("Pulumi CLI: dynamic resources need npm install first, @pulumi/pulumi is not there yet.");
    return;
  }
  if (present?.equals(wanted)) return;
  const part = `${target}.${process.pid}`;
  try {
    await writeFile(part, wanted);
    await chmod(part, 0o755);
    await rename(part, target);
  } finally {
    await rm(part, { force: true });
  }
}

/** @returns {Buffer | undefined} */
function installedPlugin() {
  try {
    const sdk = dirname(createRequire(import.meta.url).resolve("@pulumi/pulumi/package.json"));
    return readFileSync(join(sdk, files.dynamicPlugin));
  } catch {
    return undefined;
  }
}
