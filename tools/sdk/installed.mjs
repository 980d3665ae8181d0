import { keepSdks } from "./keepSdks.mjs";

// Prints where the SDKs for Node.js, Python and Go are, each in a folder of its own, that for Node.js compiled.

try {
  console.log((await keepSdks()).directory);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
