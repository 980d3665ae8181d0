import { type ParseArgsConfig, parseArgs } from "node:util";

export interface Command {
  help: string;
  /** Resolves with the exit code of the process. */
  run(args: string[]): Promise<number>;
}

/** The command line is invalid or incomplete. */
export class UsageError extends Error {
  readonly exitCode = 2;
}

/**
 * Parses the arguments of a command.
 *
 * @throws UsageError for an invalid command line
 */
export function readArguments<Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    const found = parseArgs(config);
    // An unset variable in a script becomes an empty value.
    const isEmpty = (value: unknown): boolean => typeof value === "string" && value.trim() === "";
    const empty = Object.entries<unknown>(found.values).find(([, value]) => [value].flat().some(isEmpty));
    if (empty !== undefined) throw new Error(`Option '--${empty[0]}' must not be empty`);
    return found;
  } catch (error) {
    // Removes Node's hints after the first sentence.
    throw new UsageError(
      `${(error as Error).message.split(/\n|\. To specify/, 1)[0]} (--help lists the options)`,
    );
  }
}

/** @throws UsageError for a value that is not a choice */
export function readChoice<Choice extends string>(
  flag: string,
  value: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((known) => known === value);
  if (choice === undefined) throw new UsageError(`${flag} must be one of ${choices.join(", ")}.`);
  return choice;
}
