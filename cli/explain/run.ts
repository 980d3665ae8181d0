import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { explain } from "./explain.js";
import { EXPLAIN_HELP, explainOptions } from "./options.js";

/** A step with all that a resource can hold takes a few kilobytes. */
const MOST_MEGABYTES = 32;

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
  if (file === undefined) return textOf(process.stdin);
  try {
    return await textOf(createReadStream(file));
  } catch (error) {
    throw new Error(`the file cannot be read: ${(error as Error).message}`);
  }
}

/** Another pipeline may have written the input, and must not exhaust the memory of this one. */
async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_MEGABYTES * 1_000_000) {
      throw new Error(`the input is larger than ${MOST_MEGABYTES} MB.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
