import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { setUp } from "./setup.mjs";

// Runs a script in TypeScript that needs the Pulumi CLI: `node tools/with-cli.mjs <script> [arguments]`.
const { environment } = await setUp({ log: (line) => console.error(line) });
const { status } = spawnSync(process.execPath, ["--require", "tsx/cjs", ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...process.env, ...environment },
  cwd: resolve(import.meta.dirname, ".."),
});
process.exit(status ?? 1);
