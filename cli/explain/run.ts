import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { type Command, readArguments, UsageError } from "../arguments.js";
import { explain } from "./explain.js";
import { GATES, type Gate, listReasons, readGates } from "./gate.js";
import { formatJson } from "./json.js";

const EXPLAIN_HELP = `vendorcloud explain: reads what \`pulumi preview --json\` prints, and writes Markdown for the comment of a pull request.

  pulumi preview --json | vendorcloud explain
  vendorcloud explain <file>
  vendorcloud explain --fail-on replace,delete,stop <plan>

With these options of \`pulumi preview\` it says more: --show-replacement-steps adds objects that an earlier run could not
delete, and --show-sames resources that only got another name.

Exits with code 0 for a preview without errors, 1 for a failed preview (its errors are printed as well) and for input
that is not a preview, 2 for an invalid command line, 3 for a change that --fail-on names.

  --fail-on <kinds>     exit with code 3, and say why on standard error, if the preview contains such a change: any of
                        ${GATES.join(", ")}, separated by commas. With the file of
                        \`pulumi preview --save-plan\`, any of the first three, and nothing else is written
  --full                write every change in full; without it, no more than the comment of a pull request holds
  --json                write JSON in place of Markdown
  --help                show this text
`;

/** A step with all fields of a resource has a few kilobytes. */
const MOST_MEGABYTES = 32;

export const command: Command = {
  help: EXPLAIN_HELP,
  async run(args) {
    const { file, gates, isJson, isFull } = readOptions(args, process.stdin.isTTY === true);
    const explained = explain(await input(file), isFull);
    if (explained.preview.isPlan) requirePlanGates(gates);
    else process.stdout.write(isJson ? formatJson(explained) : explained.markdown);
    const reasons = listReasons(explained, gates);
    for (const reason of reasons) process.stderr.write(`vendorcloud: ${reason}\n`);
    if (explained.hasFailed) return 1;
    return reasons.length === 0 ? 0 : GATED;
  },
};

/** @throws UsageError if a plan does not answer what is asked */
function requirePlanGates(gates: Gate[]): void {
  if (gates.length === 0) throw new UsageError("the file is a plan, which is read only with --fail-on.");
  if (gates.includes("secret"))
    throw new UsageError("a plan does not say which secrets change: use --fail-on secret with the preview.");
}

/** Exit code for a change that `--fail-on` names. */
const GATED = 3;

/**
 * @param isTerminal whether standard input is a terminal
 * @throws UsageError for an invalid command line
 */
export function readOptions(args: string[], isTerminal: boolean) {
  const { positionals, values } = readArguments({
    args,
    allowPositionals: true,
    options: { "fail-on": { type: "string" }, json: { type: "boolean" }, full: { type: "boolean" } },
  });
  const [file, ...more] = positionals;
  if (more.length > 0)
    throw new UsageError(`too many arguments: expected one file, got ${positionals.length}.`);
  if (file === "") throw new UsageError("the file name is empty.");
  if (file === undefined && isTerminal)
    throw new UsageError(
      "missing input: pipe a preview into the command, or name a file (--help lists the options).",
    );
  return {
    file,
    gates: readGates(values["fail-on"]),
    isJson: values.json === true,
    isFull: values.full === true,
  };
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
