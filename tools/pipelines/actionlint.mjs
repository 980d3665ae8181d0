import { join, resolve } from "node:path";
import { go } from "../pulumi-cli/build.mjs";

// Runs actionlint, which Go builds once and keeps itself: node tools/pipelines/actionlint.mjs <files>

const files = process.argv.slice(2).map((file) => resolve(file));
const outcome = await go(["tool", "actionlint", "-no-color", ...files], {
  cwd: join(import.meta.dirname, "actionlint"),
  totalMs: 15 * 60_000,
});
process.stdout.write(outcome.stdout);
process.stderr.write(outcome.stderr);
if (outcome.failure) console.error(outcome.failure);
process.exitCode = outcome.failure ? 1 : 0;
