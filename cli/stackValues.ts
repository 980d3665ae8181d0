import { isObject } from "../provider/schema/json.js";
import { NoPulumi, runPulumi } from "./pulumi.js";

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
    const output = await runPulumi(["config", "--json", "--show-secrets", ...chosen], { environment });
    return new Map(
      Object.entries(JSON.parse(output) as object).flatMap(([key, entry]) =>
        isObject(entry) && typeof entry.value === "string" ? [[key, entry.value]] : [],
      ),
    );
  } catch (error) {
    // The parser's message would quote the output.
    const reason =
      error instanceof SyntaxError ? "the Pulumi CLI reported: no JSON" : (error as Error).message;
    if (stack !== undefined)
      throw new Error(`the configuration of the stack ${stack} cannot be read: ${reason}`);
    if (!(error instanceof NoPulumi)) warn(`No configuration of a stack is used: ${reason}`);
    return new Map();
  }
}
