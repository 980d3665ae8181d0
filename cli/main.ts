#!/usr/bin/env node
import { version } from "../provider/generated/version.js";
import { UsageError } from "./arguments.js";
import type { command as discover } from "./discover/run.js";
import type { command as explain } from "./explain/run.js";
import type { command as login } from "./login/run.js";
import type { command as show } from "./show/run.js";

// Only the requested command is loaded: `explain` does not need the server of `login`.
const commands = {
  login: (): { command: typeof login } => require("./login/run.js"),
  explain: (): { command: typeof explain } => require("./explain/run.js"),
  discover: (): { command: typeof discover } => require("./discover/run.js"),
  show: (): { command: typeof show } => require("./show/run.js"),
};

const HELP = `vendorcloud: commands for users of pulumi-vendorcloud.

  vendorcloud login      sign in, and store the token in a stack's configuration
  vendorcloud explain    describe the changes of a preview for a pull request
  vendorcloud show       print a container group or a record as a program that declares it
  vendorcloud discover   write the list of existing objects that \`pulumi import --file\` reads
  vendorcloud --help     show this text; vendorcloud <command> --help shows the options
  vendorcloud --version  show the version of the package
`;

/** Resolves with the exit code of the process. */
async function main([name = "", ...args]: string[]): Promise<number> {
  if (Object.hasOwn(commands, name)) {
    const { command } = commands[name as keyof typeof commands]();
    if (!args.includes("--help")) return command.run(args);
    process.stdout.write(command.help);
  } else if (name === "--version") {
    process.stdout.write(`${version}\n`);
  } else if (name === "--help" || name === "help") {
    process.stdout.write(HELP);
  } else {
    const problem = name === "" ? "missing command" : `unknown command '${name}'`;
    throw new UsageError(`${problem}. --help lists the commands.`);
  }
  return 0;
}

// A closed pipe must not cause a stack trace.
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
