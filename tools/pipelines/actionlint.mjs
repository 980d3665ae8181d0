import { join, resolve } from "node:path";
import { buildGoProgram } from "../go.mjs";
import { run, runTool } from "../process.mjs";

// Runs actionlint, which Go builds once: node tools/pipelines/actionlint.mjs <files>. It prints only its findings.

await runTool(async () => {
  const program = await buildGoProgram({
    name: "actionlint",
    module: join(import.meta.dirname, "actionlint"),
    source: "github.com/rhysd/actionlint/cmd/actionlint",
    check: { args: ["-version"], prints: "built with" },
  });
  const files = process.argv.slice(2).map((file) => resolve(file));
  const { failure } = await run(program, ["-no-color", ...files], { isShown: true });
  if (failure) throw new Error(`actionlint: ${failure}`);
});
