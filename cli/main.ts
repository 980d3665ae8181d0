#!/usr/bin/env node
import { version } from "../provider/generated/version.js";
import type { runDiscover } from "./discover/run.js";
import type { runExplain } from "./explain/run.js";
import type { runLogin } from "./login/run.js";
import type { runShow } from "./show/run.js";
import { UsageError } from "./usageError.js";

// A command is loaded when it is asked for: an explanation has no use for the server of a sign-in.
const commands = {
  login: (): { runLogin: typeof runLogin } => require("./login/run.js"),
  explain: (): { runExplain: typeof runExplain } => require("./explain/run.js"),
  discover: (): { runDiscover: typeof runDiscover } => require("./discover/run.js"),
  show: (): { runShow: typeof runShow } => require("./show/run.js"),
};

const HELP = `vendorcloud: commands for users of pulumi-vendorcloud.

  vendorcloud login      sign in, and store the token in a stack's configuration
  vendorcloud explain    describe the changes of a preview for a pull request
  vendorcloud show       print a container group or a record as a program that declares it
  vendorcloud discover   list objects of the services in the file that \`pulumi import --file\` reads
  vendorcloud --help     show this text; vendorcloud <command> --help shows the options
  vendorcloud --version  show the version of the package
`;

/** Resolves with the code that the process ends with. */
async function main([command, ...args]: string[]): Promise<number> {
  switch (command) {
    case "login":
      return commands.login().runLogin(args);
    case "explain":
      return commands.explain().runExplain(args);
    case "show":
      return commands.show().runShow(args);
    case "discover":
      return commands.discover().runDiscover(args);
    case "--help":
    case "help":
      process.stdout.write(HELP);
      return 0;
    case "--version":
      process.stdout.write(`${version}\n`);
      return 0;
    case undefined:
      throw new UsageError("missing command. See `vendorcloud --help`.");
    default:
      throw new UsageError(`unknown command '${command}'. See \`vendorcloud --help\`.`);
  }
}

// Whoever reads through a pipe and ends early gets no stack trace.
process.stdout.on("error", ({ message }: Error) => {
  process.stderr.write(`vendorcloud: cannot write to standard output: ${message}\n`);
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
