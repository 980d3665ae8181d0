import { runTool } from "../process.mjs";
import { VERSIONS } from "./cli.mjs";
import { readWanted } from "./go-modules.mjs";
import { buildPulumiOfVersion, findPulumi } from "./index.mjs";

// Prints the directory and version of the CLI; progress goes to stderr. `oldest`, `launcher` and `newest` build the CLI of a tested
// pair, regardless of PATH.
await runTool(async () => {
  const log = (/** @type {string} */ line) => console.error(line);
  const versions = { ...VERSIONS, newest: (await readWanted()).engineVersion };
  const wanted = Object.entries(versions).find(([pair]) => pair === process.argv[2])?.[1];
  const { directory, version } = await (wanted ? buildPulumiOfVersion(wanted, { log }) : findPulumi({ log }));
  return `${directory} ${version}`;
});
