import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmptyEnvironment } from "./fresh/environment.mjs";
import { execute, run, runTool } from "./process.mjs";
import { makeInMemory } from "./scratch.mjs";
import { root } from "./setup.mjs";

// `npm run test:fresh`: what somebody sees who clones this repository and has never used it. The committed files, in
// a directory of their own with an own home, empty caches and an own directory for temporary files. There it runs
// `npm run demo` and `npm test`, or the command that is given: `npm run test:fresh -- npm test -- unit`.

/** A checkout may belong to somebody else, as in a container: this code comes from it already. */
const ANY_OWNER = ["-c", "safe.directory=*"];
const LIMIT_MS = 180 * 60_000;

const given = process.argv.slice(2);
const commands = given.length > 0 ? [given] : ["npm run demo", "npm test"].map((text) => text.split(" "));

const directory = mkdtempSync(join(tmpdir(), "fresh-"));
// PostgreSQL, which is not run as root, has its directory in it.
chmodSync(directory, 0o711);
// Commands that are ended by force leave what they have there.
const memory = makeInMemory("tmp-");
if (memory) chmodSync(memory, 0o711);
await runTool(async () => {
  const clone = join(directory, "main");
  const uploadPack = ["git", ...ANY_OWNER, "upload-pack"].join(" ");
  await git(["clone", "--quiet", "--no-local", "--upload-pack", uploadPack, root, clone]);
  console.log(`Fresh clone: ${(await git(["log", "-1", "--format=%h %s"], clone)).trim()}`);
  if ((await git(["status", "--porcelain"])) !== "")
    console.log("Fresh clone: what is not committed is not in it");
  const shared = join(root, "..", "shared");
  if (existsSync(shared)) symlinkSync(shared, join(directory, "shared"), "dir");

  const env = await createEmptyEnvironment(directory, memory);
  const shell = process.platform === "win32";
  for (const [command = "", ...args] of commands) {
    const shown = [command, ...args].join(" ");
    console.log(`\n==== ${shown}`);
    const { failure } = await run(command, args, {
      cwd: clone,
      env,
      shell,
      isShown: true,
      limitMs: LIMIT_MS,
    });
    if (!failure) continue;
    console.error(`${shown}: ${failure}`);
    process.exitCode = 1;
  }
});
makeWritable(directory);
for (const own of [directory, ...(memory ? [memory] : [])])
  rmSync(own, { recursive: true, force: true, maxRetries: 3 });

/**
 * @param {string[]} args
 * @param {string} [cwd]
 * @returns {Promise<string>} what it prints
 */
function git(args, cwd = root) {
  return execute("git", [...ANY_OWNER, ...args], { cwd, name: `git ${args[0]}` });
}

/**
 * Go makes the directories of its module cache read-only: nobody but root could remove what they hold.
 *
 * @param {string} directory
 */
function makeWritable(directory) {
  chmodSync(directory, 0o700);
  for (const entry of readdirSync(directory, { withFileTypes: true }))
    if (entry.isDirectory()) makeWritable(join(directory, entry.name));
}
