import { stopped } from "../interrupt.js";
import { login } from "./login.js";
import { LOGIN_HELP, loginOptions } from "./options.js";

/** The command: resolves with the code that the process ends with. */
export async function runLogin(args: string[]): Promise<number> {
  const options = loginOptions(args, process.env);
  if (options === undefined) {
    process.stdout.write(LOGIN_HELP);
    return 0;
  }
  await login(options, {
    environment: process.env,
    // Standard output is for what a shell is to evaluate, and for nothing else.
    tell: (line) => process.stderr.write(`${line}\n`),
    print: (line) => process.stdout.write(`${line}\n`),
    stopped: stopped(),
  });
  return 0;
}
