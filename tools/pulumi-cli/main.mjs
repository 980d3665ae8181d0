import { runTool } from "../process.mjs";
import { readWanted } from "./go-modules.mjs";
import { buildPulumiOfVersion, findPulumi } from "./index.mjs";
import { VERSIONS } from "./on-path.mjs";

// Prints the directory and version of the CLI; progress goes to stderr. `oldest` and `newest` select the CLI of a tested pair,
// regardless of PATH.
await runTool(async () => {
  const log = (/** @type {string} */ line) => console.error(line);
  const versions = { oldest: VERSIONS.from, newest: (await readWanted()).engineVersion };
  const wanted = Object.entries(versions).find(([pair]) => pair === process.argv[2])?.[1];
  const { directory, version } = await (wanted ? buildPulumiOfVersion(wanted, { log }) : findPulumi({ log }));
  return `${directory} ${version}`;
});
