import { findPulumi } from "./index.mjs";

// Prints where the CLI is and its version; progress goes to stderr.
try {
  const { directory, version } = await findPulumi({ log: (line) => console.error(line) });
  console.log(`${directory} ${version}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
