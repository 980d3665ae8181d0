import { readArguments } from "../arguments.js";
import { UsageError } from "../usageError.js";

export const EXPLAIN_HELP = `vendorcloud explain: reads what \`pulumi preview --json\` prints, and writes Markdown for the comment of a pull request.

  pulumi preview --json | vendorcloud explain
  vendorcloud explain <file>

Ends with code 0 for a preview without errors, 1 for one that has failed (its errors are printed all the same) and for
input that is no preview, 2 for a command line that cannot be understood.

  --help                show this text
`;

export interface ExplainOptions {
  /** File to read; undefined is standard input. */
  file: string | undefined;
}

/**
 * Reads the command line; undefined when it asks for help.
 *
 * @param isTerminal whether standard input is a person's keyboard
 * @throws UsageError for what cannot be understood
 */
export function explainOptions(args: string[], isTerminal: boolean): ExplainOptions | undefined {
  const { values, positionals } = readArguments("explain", {
    args,
    allowPositionals: true,
    options: { help: { type: "boolean", default: false } },
  });
  if (values.help) return undefined;
  const [file, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`one preview at a time, not ${positionals.length}.`);
  if (file === "") throw new UsageError("the name of the file is empty.");
  if (file === undefined && isTerminal) {
    throw new UsageError(
      "nothing to read: pipe a preview into it, or name a file (`vendorcloud explain --help`).",
    );
  }
  return { file };
}
