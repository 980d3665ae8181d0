import type { Context } from "mocha";

/** Skips a test, or in a hook all tests of its suite. The reason goes into the title, which `npm test` reports. */
export function skip(context: Context, reason: string): never {
  const runnable = context.runnable();
  const isHook = "type" in runnable && runnable.type === "hook";
  const skipped = (isHook ? runnable.parent : runnable) ?? runnable;
  skipped.title += ` (skipped: ${reason})`;
  return context.skip();
}
