import { ProviderError } from "../contract/providerError.js";
import type { Finding } from "../schema/inspect.js";

/** Everything that is wrong with arguments and configuration of a lookup, with its paths, never a value. */
export class LookupProblems extends ProviderError {
  constructor(readonly problems: readonly Finding[]) {
    super(problems.map(({ path, message }) => `${path}: ${message}`).join("\n  "));
  }
}

/** @throws LookupProblems unless `problems` is empty */
export function requireNone(problems: readonly Finding[]): void {
  if (problems.length > 0) throw new LookupProblems(problems);
}
