import { abortOnSignal } from "../interrupt.js";
import { logIn } from "./login.js";
import { LOGIN_HELP, parseLoginOptions } from "./options.js";

/** The command: resolves with the code that the process ends with. */
export async function runLogin(args: string[]): Promise<number> {
  const options = parseLoginOptions(args, process.env);
  if (options === undefined) {
    process.stdout.write(LOGIN_HELP);
    return 0;
  }
  await logIn(options, {
    environment: process.env,
    // Standard output is for what a shell is to evaluate, and for nothing else.
    tell: (line) => process.stderr.write(`${line}\n`),
    print: (line) => process.stdout.write(`${line}\n`),
    stopped: abortOnSignal(),
  });
  return 0;
}
