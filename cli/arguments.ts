import { type ParseArgsConfig, parseArgs } from "node:util";
import { UsageError } from "./usageError.js";

/**
 * The arguments of a command.
 *
 * @throws UsageError for what cannot be understood
 */
export function readArguments<Config extends ParseArgsConfig>(
  command: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    // Of several lines the first says what is wrong.
    throw new UsageError(`${(error as Error).message.split("\n", 1)[0]} (\`vendorcloud ${command} --help\`)`);
  }
}
