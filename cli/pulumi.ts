import { execFile } from "node:child_process";
import { promisify, stripVTControlCharacters } from "node:util";

export class NoPulumi extends Error {
  constructor() {
    super("the command `pulumi` was not found.");
  }
}

interface Options {
  environment: NodeJS.ProcessEnv;
  /** A secret for standard input: other processes can read arguments. */
  input?: string;
  /** Ends the command, which then throws its reason. */
  stopped?: AbortSignal;
}

/**
 * Runs the Pulumi CLI in the current directory, and returns its output.
 *
 * @throws Error with the CLI's own text, without the secret; {@link NoPulumi} if there is no CLI
 */
export async function runPulumi(
  args: string[],
  { environment: env, input = "", stopped }: Options,
): Promise<string> {
  stopped?.throwIfAborted();
  const all = [...args, "--non-interactive", "--color", "never"];
  const running = promisify(execFile)("pulumi", all, { env, signal: stopped });
  // If the CLI ends without reading, its exit code and text describe the failure.
  running.child.stdin?.once("error", () => undefined).end(input);
  try {
    return (await running).stdout;
  } catch (error) {
    stopped?.throwIfAborted();
    const { code, message, stderr } = error as NodeJS.ErrnoException & { stderr?: string };
    if (code === "ENOENT") throw new NoPulumi();
    const said = stripVTControlCharacters(stderr || message).trim();
    const shown = input === "" ? said : said.replaceAll(input, "[token]");
    throw new Error(`the Pulumi CLI reported: ${shown}`);
  }
}
