import { join } from "node:path";
import type { Context } from "mocha";
import { run } from "./command.js";
import { ROOT } from "./sandbox.js";
import { skip } from "./skip.js";

/** How long a hook or test may take that is the first to use a tool: it is downloaded, or built, meanwhile. */
export const FIRST_USE_MS = 20 * 60_000;

/** A tool needs a program that this machine does not have. */
const MISSING = /no "[\w-]+" found|No module named pip/;

/**
 * Runs a tool of this repository. Only its standard output is the result; the rest may come from a download or a build.
 *
 * @throws Error with all that it printed
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

/** The result of `work`; skips the test where it fails because this machine has nothing to run a tool with. */
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
