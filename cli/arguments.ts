import { type ParseArgsConfig, parseArgs } from "node:util";

/** A command of `vendorcloud`. */
export interface Command {
  help: string;
  /** Resolves with the code that the process ends with. */
  run(args: string[]): Promise<number>;
}

/** A command line that cannot be understood, or lacks something. */
export class UsageError extends Error {
  /** Exit code of the process. */
  readonly exitCode = 2;
}

/**
 * Parses the arguments of a command.
 *
 * @throws UsageError for an invalid command line
 */
export function readArguments<Config extends ParseArgsConfig>(
  command: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    const found = parseArgs(config);
    // A variable of a script that is not set leaves an empty value.
    const isEmpty = (value: unknown): boolean => typeof value === "string" && value.trim() === "";
    const empty = Object.entries<unknown>(found.values).find(([, value]) => [value].flat().some(isEmpty));
    if (empty !== undefined) throw new Error(`Option '--${empty[0]}' must not be empty`);
    return found;
  } catch (error) {
    // What follows are hints of Node's that are of no use here.
    throw new UsageError(
      `${(error as Error).message.split(/\n|\. To specify/, 1)[0]} (\`vendorcloud ${command} --help\`)`,
    );
  }
}

/** The choice that an argument names. */
export function readChoice<Choice extends string>(
  flag: string,
  value: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((known) => known === value);
  if (choice === undefined) throw new UsageError(`${flag} must be one of ${choices.join(", ")}.`);
  return choice;
}
