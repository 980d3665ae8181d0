import { createRequire } from "node:module";
import { resolve } from "node:path";
import { runTool } from "./process.mjs";
import { root, setUp } from "./setup.mjs";

// Runs a TypeScript script that needs the Pulumi CLI: `node tools/with-cli.mjs <script> [arguments]`.

await runTool(async () => {
  const { environment } = await setUp({ log: (line) => console.error(line) });
  Object.assign(process.env, environment);
  process.chdir(root);
  // The script must find its arguments where they would be if it ran directly.
  process.argv.splice(1, 1);
  const require = createRequire(import.meta.url);
  require("tsx/cjs");
  require(resolve(process.argv[1] ?? ""));
});
