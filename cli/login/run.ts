import type { Command } from "../arguments.js";
import { abortOnSignal } from "../interrupt.js";
import { logIn } from "./login.js";
import { LOGIN_HELP, parseLoginOptions } from "./options.js";

export const command: Command = {
  help: LOGIN_HELP,
  async run(args) {
    await logIn(parseLoginOptions(args, process.env), {
      environment: process.env,
      // Standard output contains only the line that a shell evaluates.
      notify: (line) => process.stderr.write(`${line}\n`),
      print: (line) => process.stdout.write(`${line}\n`),
      stopped: abortOnSignal(),
    });
    return 0;
  },
};
