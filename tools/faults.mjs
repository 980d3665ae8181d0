import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { setUp } from "./setup.mjs";

// `npm run faults`: see test/faults/main.ts.
const { environment } = await setUp({ log: (line) => console.error(line) });
const { status } = spawnSync(
  process.execPath,
  ["--require", "tsx/cjs", "test/faults/main.ts", ...process.argv.slice(2)],
  {
    ...{ stdio: "inherit", env: { ...process.env, ...environment } },
    cwd: resolve(import.meta.dirname, ".."),
  },
);
process.exit(status ?? 1);
