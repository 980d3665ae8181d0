import { runTool } from "../process.mjs";
import { convertPrograms } from "./sdks.mjs";

// Prints the YAML programs of a folder in all other languages, as JSON: node tools/sdk/convert.mjs <folder>.

await runTool(() => convertPrograms(process.argv[2] ?? "."));
