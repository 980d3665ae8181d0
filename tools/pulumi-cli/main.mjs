import { parseArgs } from "node:util";
import { findPulumi } from "./index.mjs";

// Prints where the CLI is and its version; progress goes to stderr. `--build` builds it anew.
try {
  const { values } = parseArgs({ options: { build: { type: "boolean", default: false } } });
  const { directory, version } = await findPulumi({
    log: (line) => console.error(line),
    build: values.build,
  });
  console.log(`${directory} ${version}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
