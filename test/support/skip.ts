import { type Context, it } from "mocha";

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

/** Why tests are skipped that read the cases which are kept beside the project. */
export const NO_CASES = "the recorded cases in ../shared/cases are not on this machine";

/** A skipped test in place of those that read recorded cases. */
export function skipRecordedCases(title = "recorded cases"): void {
  it(title, function () {
    skip(this, NO_CASES);
  });
}
