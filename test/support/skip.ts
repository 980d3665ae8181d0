import type { Context } from "mocha";

/**
 * Skips a test, or in a hook all tests of its suite. The reason is in the report at the end of `npm test`, see
 * `tools/mocha-reporter.mjs`.
 */
export function skip(context: Context, reason: string): never {
  const runnable = context.runnable();
  const isHook = "type" in runnable && runnable.type === "hook";
  const skipped = isHook ? runnable.parent : runnable;
  Object.assign(skipped ?? runnable, { skipReason: reason });
  return context.skip();
}
