import type { Lifecycle } from "../../provider/lifecycle.js";

const MODULE = "../../provider/services/salesQuotes/lifecycle.js";

/** The life of a quote as a new process has it, which remembers nothing of an earlier one. */
export function freshQuoteLifecycle(): Lifecycle {
  delete require.cache[require.resolve(MODULE)];
  return require(MODULE).salesQuoteLifecycle;
}
