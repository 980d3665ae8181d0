import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { npmInstall } from "../package/managers.js";
import { run } from "./command.js";

/** Returns a Node of a major version, from its npm package. */
export async function fetchNode(
  major: number,
  parent: string,
): Promise<{ directory: string; version: string }> {
  const home = join(parent, `node-${major}`);
  mkdirSync(home);
  writeFileSync(join(home, "package.json"), '{"private":true}');
  await npmInstall(home, `node@${major}`);
  const node = join(home, "node_modules/node/bin/node");
  const { stdout } = await run(node, ["--version"], home, {});
  return { directory: dirname(node), version: stdout.trim() };
}
