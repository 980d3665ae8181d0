import { copyFile, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { hashTexts, keep, PLATFORM } from "../cache.mjs";
import { withoutWorkspace } from "../install.mjs";
import { execute, runTool } from "../process.mjs";

/*
 * Prints the directory of the npm packages of the suite `independent`, and a Node that runs them, as JSON: {"directory": …,
 * "node": …}. CAP needs Node 22.
 */

await runTool(async () => {
  const files = ["package.json", "package-lock.json"];
  const texts = await Promise.all(files.map((name) => readFile(join(import.meta.dirname, name), "utf8")));
  const directory = await keep(`independent-${hashTexts(texts)}-${PLATFORM}`, {
    make: async (directory) => {
      for (const name of files) await copyFile(join(import.meta.dirname, name), join(directory, name));
      await execute("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
        cwd: directory,
        env: withoutWorkspace(process.env),
        shell: process.platform === "win32",
        name: "npm ci",
      });
    },
    requireUsable: findNode,
  });
  return JSON.stringify({ directory, node: await findNode(directory) });
});

/**
 * Returns the Node among the packages, if one matches this machine.
 *
 * @param {string} directory
 */
async function findNode(directory) {
  const modules = join(directory, "node_modules");
  const name = (await readdir(modules)).find((name) => /^node-(bin-)?(linux|darwin|win)-/.test(name));
  const program = process.platform === "win32" ? "node.exe" : "node";
  const node = name === undefined ? process.execPath : join(modules, name, "bin", program);
  await execute(node, ["--version"], { name: "node --version" });
  return node;
}
