import { Broken } from "./broken.js";
import { type GroupFault, isOfOperation } from "./groupService.js";
import type { Entry, Result } from "./stack.js";
import type { Trouble } from "./troubles.js";

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

/** Nothing fails because reads lag, or because an operation cannot be followed. */
export function expectWaited(troubles: readonly Trouble<GroupFault>[], { errors }: Result): void {
  const isAllAwaited = troubles.every(({ fault }) => isOfOperation(fault) && fault.kind !== "provisioning");
  const failed = isAllAwaited && errors.find(({ message }) => /disappeared|\b401\b/.test(message));
  if (failed) throw new Broken(`not waited for: ${failed.message}`);
}
