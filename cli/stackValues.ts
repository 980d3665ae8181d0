import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { isObject } from "../provider/schema/json.js";

/**
 * Reads the configuration of a stack, secrets included.
 *
 * @param stack undefined: the selected stack. If it cannot be read, the result is empty; `warn` gets the reason unless there is
 * no CLI
 * @throws Error if `stack` is set and cannot be read
 */
export async function readStackValues(
  stack: string | undefined,
  warn: (message: string) => void,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Map<string, string>> {
  const chosen = stack === undefined ? [] : ["--stack", stack];
  try {
    const args = ["config", "--json", "--show-secrets", "--non-interactive", "--color", "never", ...chosen];
    const running = promisify(execFile)("pulumi", args, { env: environment });
    running.child.stdin?.end();
    const { stdout } = await running;
    const entries = Object.entries(JSON.parse(stdout) as object);
    return new Map(
      entries.flatMap(([key, entry]) =>
        isObject(entry) && typeof entry.value === "string" ? [[key, entry.value]] : [],
      ),
    );
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: string };
    const reason =
      code === "ENOENT"
        ? "the command `pulumi` was not found."
        : `\`pulumi config\` reported: ${stderr?.trim() || "no JSON"}`;
    if (stack !== undefined)
      throw new Error(`the configuration of the stack ${stack} cannot be read: ${reason}`);
    if (code !== "ENOENT") warn(`No configuration of a stack is used: ${reason}`);
    return new Map();
  }
}
