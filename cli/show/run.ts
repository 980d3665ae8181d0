import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Settings } from "../../provider/contract/configuration.js";
import { isObject } from "../../provider/schema/json.js";
import type { Command } from "../arguments.js";
import { parseShowOptions, SHOW_HELP } from "./options.js";
import { formatProgram } from "./program.js";
import { readObject } from "./readObject.js";

export const command: Command = {
  help: SHOW_HELP,
  async run(args) {
    const { id, language, stack } = parseShowOptions(args);
    const settings = new Settings(await readStackValues(stack));
    const warn = (message: string): void => void process.stderr.write(`${message}\n`);
    const object = await readObject(id, settings, warn);
    process.stdout.write(formatProgram(object, id, language));
    return 0;
  },
};

/**
 * The configuration of a stack, secrets included.
 *
 * @param stack undefined is the selected one: without a CLI, a project or a stack there is no configuration
 * @throws Error for a stack that is named and cannot be read
 */
export async function readStackValues(stack: string | undefined): Promise<Map<string, string>> {
  const chosen = stack === undefined ? [] : ["--stack", stack];
  try {
    const args = ["config", "--json", "--show-secrets", "--non-interactive", ...chosen];
    const { stdout } = await promisify(execFile)("pulumi", args);
    const entries = Object.entries(JSON.parse(stdout) as object);
    return new Map(
      entries.flatMap(([key, entry]) =>
        isObject(entry) && typeof entry.value === "string" ? [[key, entry.value]] : [],
      ),
    );
  } catch {
    if (stack === undefined) return new Map();
    throw new Error(
      `the configuration of the stack ${stack} cannot be read: check \`pulumi config --stack ${stack}\`.`,
    );
  }
}
