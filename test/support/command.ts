import { spawn } from "node:child_process";

export interface CommandResult {
  /** Standard output and standard error together, for display. Parse or compare `stdout` instead. */
  text: string;
  stdout: string;
  failed: boolean;
  /** Exit code; null if a signal ended the command or it could not be started. */
  code: number | null;
}

/**
 * Runs a command to its end. A failure is a result, not an exception.
 *
 * @param input what it can read from its standard input
 */
export function run(
  command: string,
  args: string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  input?: string,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
    child.stdin.on("error", () => {}).end(input);
    let text = "";
    let stdout = "";
    child.stdout.on("data", (part) => {
      text += part;
      stdout += part;
    });
    child.stderr.on("data", (part) => {
      text += part;
    });
    child.on("error", (error) => resolve({ text: String(error), stdout, failed: true, code: null }));
    child.on("close", (code) => resolve({ text, stdout, failed: code !== 0, code }));
  });
}

/** The result of a command that has to succeed. */
export function succeeded<Result extends { failed: boolean; text: string }>(result: Result): Result {
  if (result.failed) throw new Error(`the command failed:\n${result.text}`);
  return result;
}
