import { resolve } from "node:path";
import { runTool } from "../process.mjs";
import { generateSdks, keepSdks } from "./sdks.mjs";

// `npm run sdks -- <folder>`: the SDKs of all languages, as they are generated from the package schema. With `--installed`
// in place of the folder it prints where those for Node.js, Python and Go are, that for Node.js compiled.

const [folder] = process.argv.slice(2);
await runTool(async () => {
  if (folder === undefined) throw new Error("Missing folder: npm run sdks -- <folder>");
  if (folder === "--installed") return (await keepSdks()).directory;
  await generateSdks("current", resolve(folder));
  await generateSdks("older", resolve(folder));
});
