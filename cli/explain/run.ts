import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { type Command, readArguments, UsageError } from "../arguments.js";
import { explain } from "./explain.js";

const EXPLAIN_HELP = `vendorcloud explain: reads what \`pulumi preview --json\` prints, and writes Markdown for the comment of a pull request.

  pulumi preview --json | vendorcloud explain
  vendorcloud explain <file>

Exits with code 0 for a preview without errors, 1 for a failed preview (its errors are printed as well) and for input
that is not a preview, 2 for an invalid command line.

  --help                show this text
`;

/** A step with all fields of a resource has a few kilobytes. */
const MOST_MEGABYTES = 32;

export const command: Command = {
  help: EXPLAIN_HELP,
  async run(args) {
    const { markdown, hasFailed } = explain(await input(readFileName(args, process.stdin.isTTY === true)));
    process.stdout.write(markdown);
    return hasFailed ? 1 : 0;
  },
};

/**
 * Returns the file name in the command line; undefined for standard input.
 *
 * @param isTerminal whether standard input is a terminal
 * @throws UsageError for an invalid command line
 */
export function readFileName(args: string[], isTerminal: boolean): string | undefined {
  const { positionals } = readArguments("explain", { args, allowPositionals: true, options: {} });
  const [file, ...more] = positionals;
  if (more.length > 0)
    throw new UsageError(`too many arguments: expected one file, got ${positionals.length}.`);
  if (file === "") throw new UsageError("the file name is empty.");
  if (file === undefined && isTerminal)
    throw new UsageError(
      "missing input: pipe a preview into the command, or name a file (`vendorcloud explain --help`).",
    );
  return file;
}

async function input(file: string | undefined): Promise<string> {
  if (file === undefined) return textOf(process.stdin);
  try {
    return await textOf(createReadStream(file));
  } catch (error) {
    throw new Error(`the file cannot be read: ${(error as Error).message}`);
  }
}

/** Limits the size: another pipeline may have written the input. */
async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_MEGABYTES * 1_000_000) throw new Error(`the input is larger than ${MOST_MEGABYTES} MB.`);
    chunks.push(chunk);
  }
  const all = Buffer.concat(chunks);
  // Windows PowerShell redirects output as UTF-16 with a byte order mark.
  return all.toString(all[0] === 0xff && all[1] === 0xfe ? "utf16le" : "utf8");
}
