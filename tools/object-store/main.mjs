import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { keep } from "../keep.mjs";
import { go } from "../pulumi-cli/build.mjs";
import { fingerprint } from "../pulumi-cli/go-modules.mjs";
import { describeFailure, run } from "../pulumi-cli/run.mjs";

// Prints where a server is that speaks S3 and keeps everything in memory. Go builds it once.

const MINUTES = 60_000;
const PROGRAM = "gofakes3";
const module = join(import.meta.dirname, PROGRAM);

try {
  const sums = await readFile(join(module, "go.sum"), "utf8");
  const key = `object-store-${fingerprint([sums])}-${process.platform}-${process.arch}`;
  console.log(join(await keep(key, { make: build, requireUsable }), PROGRAM));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @param {string} directory */
async function build(directory) {
  const program = "github.com/johannesboyne/gofakes3/cmd/gofakes3";
  const outcome = await go(["build", "-o", join(directory, PROGRAM), program], {
    cwd: module,
    totalMs: 15 * MINUTES,
  });
  if (outcome.failure) throw new Error(`go build: ${describeFailure(outcome)}`);
}

/** @param {string} directory */
async function requireUsable(directory) {
  const outcome = await run(join(directory, PROGRAM), ["-h"], { totalMs: MINUTES });
  if (!`${outcome.stdout}${outcome.stderr}`.includes("-initialbucket"))
    throw new Error(`${PROGRAM}: ${describeFailure(outcome)}`);
}
