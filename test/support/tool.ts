import { join } from "node:path";
import type { Context } from "mocha";
import { run } from "./command.js";
import { ROOT } from "./sandbox.js";
import { skip } from "./skip.js";

/** Time limit of hooks and tests that may be the first to use a tool, which is then downloaded or built. */
export const FIRST_USE_MS = 20 * 60_000;

/** This machine lacks a program that the tool needs. */
const MISSING = /no "[\w-]+" found|No module named pip/;

/**
 * Runs a tool of this repository. The result is its standard output; downloads and builds write to standard error.
 *
 * @throws Error with the whole output
 */
export async function resultOf(tool: string, args: string[] = []): Promise<string> {
  const { failed, text, stdout } = await run(
    process.execPath,
    [join(ROOT, "tools", tool), ...args],
    ROOT,
    process.env,
  );
  if (failed) throw new Error(text.trim());
  return stdout.trim();
}

/** Returns the result of `work`. Skips the test if this machine lacks a program that the tool needs. */
export async function resultOrSkip<T>(
  context: Context,
  what: string,
  work: () => Promise<T>,
  missing = MISSING,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { message } = error as Error;
    if (!missing.test(message)) throw error;
    return skip(context, `there is no ${what}: ${message}`);
  }
}
