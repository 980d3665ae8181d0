import { join, resolve } from "node:path";
import { buildGoProgram } from "../go.mjs";
import { run } from "../process.mjs";

// Runs actionlint, which Go builds once: node tools/pipelines/actionlint.mjs <files>. It prints nothing but its findings.

try {
  const program = await buildGoProgram({
    name: "actionlint",
    module: join(import.meta.dirname, "actionlint"),
    source: "github.com/rhysd/actionlint/cmd/actionlint",
    check: { args: ["-version"], prints: "built with" },
  });
  const files = process.argv.slice(2).map((file) => resolve(file));
  const outcome = await run(program, ["-no-color", ...files], { limitMs: 5 * 60_000 });
  process.stdout.write(outcome.stdout);
  process.stderr.write(outcome.stderr);
  if (outcome.failure) throw new Error(`actionlint: ${outcome.failure}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
