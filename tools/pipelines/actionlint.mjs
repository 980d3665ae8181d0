import { join, resolve } from "node:path";
import { buildGoProgram } from "../go.mjs";
import { run, runTool } from "../process.mjs";

// Runs actionlint, which Go builds once: node tools/pipelines/actionlint.mjs <files>. It prints only its findings.

/** A key of GitHub that actionlint 1.7.12 does not know: https://github.com/rhysd/actionlint/issues/657 */
const NEWER = 'unexpected key "queue" for "concurrency"';

await runTool(async () => {
  const program = await buildGoProgram({
    name: "actionlint",
    module: join(import.meta.dirname, "actionlint"),
    source: "github.com/rhysd/actionlint/cmd/actionlint",
    check: { args: ["-version"], prints: "built with" },
  });
  const files = process.argv.slice(2).map((file) => resolve(file));
  const { failure } = await run(program, ["-no-color", "-ignore", NEWER, ...files], { isShown: true });
  if (failure) throw new Error(`actionlint: ${failure}`);
});
