import { spawn } from "node:child_process";

export interface CommandResult {
  /** Standard output and error in one, for a person: what is parsed or compared as a whole is `stdout`. */
  text: string;
  /** Standard output alone. */
  stdout: string;
  failed: boolean;
  /** Exit code; null where a signal ended it, or where it could not be started. */
  code: number | null;
}

/** Runs a command to its end; a failure is a result, not an exception. */
export function run(
  command: string,
  args: string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
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
