#!/usr/bin/env node
import type { runExplain } from "./explain/run.js";
import type { runLogin } from "./login/run.js";
import { UsageError } from "./usageError.js";

// A command is loaded when it is asked for: an explanation has no use for the server of a sign-in.
const commands = {
  login: (): { runLogin: typeof runLogin } => require("./login/run.js"),
  explain: (): { runExplain: typeof runExplain } => require("./explain/run.js"),
};

const HELP = `vendorcloud: helps people who work with pulumi-vendorcloud.

  vendorcloud login      sign in, and keep the token in a stack's configuration
  vendorcloud explain    say in the services' words what a preview will do, for a pull request
  vendorcloud --help     show this text; vendorcloud <command> --help tells more
`;

/** Resolves with the code that the process ends with. */
async function main([command, ...args]: string[]): Promise<number> {
  switch (command) {
    case "login":
      return commands.login().runLogin(args);
    case "explain":
      return commands.explain().runExplain(args);
    case "--help":
    case "help":
      process.stdout.write(HELP);
      return 0;
    case undefined:
      throw new UsageError("what shall be done? `vendorcloud --help` tells what can be.");
    default:
      throw new UsageError(`there is no command '${command}'. \`vendorcloud --help\` tells which there are.`);
  }
}

// Whoever reads through a pipe and ends early gets no stack trace.
process.stdout.on("error", ({ message }: Error) => {
  process.stderr.write(`vendorcloud: nothing could be written to standard output: ${message}\n`);
  process.exitCode = 1;
});

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error & { exitCode?: number }) => {
    process.stderr.write(`vendorcloud: ${error.message}\n`);
    process.exitCode = error.exitCode ?? 1;
  },
);
