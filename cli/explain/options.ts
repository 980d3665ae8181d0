import { readArguments } from "../arguments.js";
import { UsageError } from "../usageError.js";

export const EXPLAIN_HELP = `vendorcloud explain: reads what \`pulumi preview --json\` prints, and writes Markdown for the comment of a pull request.

  pulumi preview --json | vendorcloud explain
  vendorcloud explain <file>

Exits with code 0 for a preview without errors, 1 for a failed preview (its errors are printed as well) and for input
that is not a preview, 2 for an invalid command line.

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
  if (more.length > 0)
    throw new UsageError(`too many arguments: expected one file, got ${positionals.length}.`);
  if (file === "") throw new UsageError("the file name is empty.");
  if (file === undefined && isTerminal) {
    throw new UsageError(
      "missing input: pipe a preview into the command, or name a file (`vendorcloud explain --help`).",
    );
  }
  return { file };
}
