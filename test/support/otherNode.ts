import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { npmManager } from "../package/managers.js";
import { run } from "./command.js";

/** A Node of some major version, from its npm package. */
export async function fetchNode(
  major: number,
  parent: string,
): Promise<{ directory: string; version: string }> {
  const home = join(parent, `node-${major}`);
  mkdirSync(home);
  writeFileSync(join(home, "package.json"), '{"private":true}');
  const npm = npmManager();
  const [command = "", ...args] = [...npm.install, `node@${major}`];
  const installed = await run(command, args, home, npm.environment);
  const node = join(home, "node_modules/node/bin/node");
  const asked = await run(node, ["--version"], home, {});
  if (asked.failed) throw new Error(`${installed.text}\n${asked.text}`);
  return { directory: dirname(node), version: asked.stdout.trim() };
}
