import { runTool } from "../process.mjs";
import { findPulumi } from "./index.mjs";

// Prints where the CLI is and its version; progress goes to stderr.
await runTool(async () => {
  const { directory, version } = await findPulumi({ log: (line) => console.error(line) });
  return `${directory} ${version}`;
});
