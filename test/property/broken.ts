import type { Entry, Result } from "../protocols/stack.js";

/** The provider broke one of its promises. */
export class Broken extends Error {
  override readonly name = "Broken";
}

/** An operation without any trouble has to succeed. */
export function expectDone({ isDone, errors }: Result, what: string): void {
  if (!isDone) throw new Broken(`${what} fails: ${errors.map(({ message }) => message).join("\n")}`);
}

/** A refresh that finds nothing new leaves the inputs as they are. */
export function expectSameInputs(before: readonly Entry[], after: readonly Entry[]): void {
  const inputsOf = (entries: readonly Entry[]): string =>
    entries
      .map(({ id, inputs }) => JSON.stringify([id, inputs]))
      .sort()
      .join();
  if (inputsOf(before) !== inputsOf(after))
    throw new Broken(`a refresh changes the inputs:\n${inputsOf(before)}\n${inputsOf(after)}`);
}
