import { spawn } from "node:child_process";

export interface CommandResult {
  /** Standard output and error in one. */
  text: string;
  failed: boolean;
  /** What it ended with; null where a signal ended it, or where it could not be started. */
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
    const append = (part: Buffer): void => {
      text += part;
    };
    child.stdout.on("data", append);
    child.stderr.on("data", append);
    child.on("error", (error) => resolve({ text: String(error), failed: true, code: null }));
    child.on("close", (code) => resolve({ text, failed: code !== 0, code }));
  });
}
