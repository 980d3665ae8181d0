import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { getCacheRoot } from "../cache.mjs";
import { execute, runTool } from "../process.mjs";
import { buildJavaHost } from "./sdks.mjs";

// Prints the folder of the language host of Java programs, which Go builds once, and the folder of a Maven repository.

await runTool(async () => {
  await execute("mvn", ["--version"]);
  const repository = join(getCacheRoot(), "maven");
  await mkdir(repository, { recursive: true });
  return `${dirname(await buildJavaHost())}\n${repository}`;
});
