#!/usr/bin/env node
import { stopped } from "./interrupt.js";
import { login } from "./login/login.js";
import { LOGIN_HELP, loginOptions } from "./login/options.js";
import { UsageError } from "./usageError.js";

const HELP = `vendorcloud: helps people who work with pulumi-vendorcloud.

  vendorcloud login      sign in, and keep the token in a stack's configuration
  vendorcloud --help     show this text; vendorcloud login --help tells more
`;

async function main([command, ...args]: string[]): Promise<void> {
  switch (command) {
    case "login":
      return runLogin(args);
    case "--help":
    case "help":
      process.stdout.write(HELP);
      return;
    case undefined:
      throw new UsageError("what shall be done? `vendorcloud --help` tells what can be.");
    default:
      throw new UsageError(`there is no command '${command}'. \`vendorcloud --help\` tells which there are.`);
  }
}

async function runLogin(args: string[]): Promise<void> {
  const options = loginOptions(args, process.env);
  if (options === undefined) {
    process.stdout.write(LOGIN_HELP);
    return;
  }
  await login(options, {
    environment: process.env,
    // Standard output is for what a shell is to evaluate, and for nothing else.
    tell: (line) => process.stderr.write(`${line}\n`),
    print: (line) => process.stdout.write(`${line}\n`),
    stopped: stopped(),
  });
}

// Whoever reads a token through a pipe and ends early gets none, and no stack trace either.
process.stdout.on("error", ({ message }: Error) => {
  process.stderr.write(`vendorcloud: nothing could be written to standard output: ${message}\n`);
  process.exitCode = 1;
});

main(process.argv.slice(2)).catch((error: Error & { exitCode?: number }) => {
  process.stderr.write(`vendorcloud: ${error.message}\n`);
  process.exitCode = error.exitCode ?? 1;
});
