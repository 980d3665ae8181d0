import { chmodSync, existsSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmptyEnvironment } from "./fresh/environment.mjs";
import { removeReadOnly } from "./fresh/remove.mjs";
import { describeFailure, Interrupted, run } from "./process.mjs";
import { root } from "./setup.mjs";

// `npm run test:fresh`: what somebody sees who clones this repository and has never used it. The committed files, in
// a directory of their own with an own home, empty caches and an own directory for temporary files. There it runs
// `npm run demo` and `npm test`, or the command that is given: `npm run test:fresh -- npm test -- unit`.

const MINUTES = 60_000;
/** A checkout may belong to somebody else, as in a container: this code comes from it already. */
const ANY_OWNER = ["-c", "safe.directory=*"];
const LIMIT_MS = 180 * MINUTES;

const given = process.argv.slice(2);
const commands =
  given.length > 0
    ? [given]
    : [
        ["npm", "run", "demo"],
        ["npm", "test"],
      ];

const directory = mkdtempSync(join(tmpdir(), "fresh-"));
// PostgreSQL, which is not run as root, has its directory in it.
chmodSync(directory, 0o711);
try {
  const clone = join(directory, "main");
  const uploadPack = ["git", ...ANY_OWNER, "upload-pack"].join(" ");
  await git(["clone", "--quiet", "--no-local", "--upload-pack", uploadPack, root, clone]);
  console.log(`Fresh clone: ${(await git(["log", "-1", "--format=%h %s"], clone)).trim()}`);
  if ((await git(["status", "--porcelain"])) !== "")
    console.log("Fresh clone: what is not committed is not in it");
  const shared = join(root, "..", "shared");
  if (existsSync(shared)) symlinkSync(shared, join(directory, "shared"), "dir");

  const env = await createEmptyEnvironment(directory);
  for (const [command = "", ...args] of commands) {
    console.log(`\n==== ${[command, ...args].join(" ")}`);
    const shell = process.platform === "win32";
    const { failure } = await run(command, args, {
      cwd: clone,
      env,
      limitMs: LIMIT_MS,
      shell,
      isShown: true,
    });
    if (!failure) continue;
    console.error(`${[command, ...args].join(" ")}: ${failure}`);
    process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof Interrupted ? 130 : 1;
} finally {
  removeReadOnly(directory);
}

/**
 * @param {string[]} args
 * @param {string} [cwd]
 * @returns {Promise<string>} what it prints
 */
async function git(args, cwd = root) {
  const outcome = await run("git", [...ANY_OWNER, ...args], { cwd, limitMs: 5 * MINUTES });
  if (outcome.failure) throw new Error(`git ${args[0]}: ${describeFailure(outcome)}`);
  return outcome.stdout;
}
