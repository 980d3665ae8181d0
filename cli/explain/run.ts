import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { explain } from "./explain.js";
import { EXPLAIN_HELP, explainOptions } from "./options.js";

/** The command: resolves with the code that the process ends with. */
export async function runExplain(args: string[]): Promise<number> {
  const options = explainOptions(args, process.stdin.isTTY === true);
  if (options === undefined) {
    process.stdout.write(EXPLAIN_HELP);
    return 0;
  }
  const { markdown, hasFailed } = explain(await input(options.file));
  process.stdout.write(markdown);
  return hasFailed ? 1 : 0;
}

async function input(file: string | undefined): Promise<string> {
  if (file === undefined) return text(process.stdin);
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new Error(`the file cannot be read: ${(error as Error).message}`);
  }
}
