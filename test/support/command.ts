import { spawn } from "node:child_process";

export interface CommandResult {
  /** Standard output and standard error together, for display. Parse or compare `stdout` instead. */
  text: string;
  stdout: string;
  stderr: string;
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
  input?: string | Buffer,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
    child.stdin.on("error", () => {}).end(input);
    const printed = { text: "", stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const)
      child[name].on("data", (part) => {
        printed.text += part;
        printed[name] += part;
      });
    child.on("error", (error) => resolve({ ...printed, text: String(error), failed: true, code: null }));
    child.on("close", (code) => resolve({ ...printed, failed: code !== 0, code }));
  });
}

/** The result of a command that has to succeed. */
export function succeeded<Result extends { failed: boolean; text: string }>(result: Result): Result {
  if (result.failed) throw new Error(`the command failed:\n${result.text}`);
  return result;
}
