#!/usr/bin/env node
import { parseArgs } from "node:util";
import { startEmulator } from "./index.js";
import type { EmulatorOptions } from "./options.js";

const HELP = `vendorcloud-emulator: the vendor's services on this machine, in memory.

  --port <number>                 port to listen on, 0 for any free one (default 8180)
  --host <address>                loopback address to listen on (default 127.0.0.1)
  --token <token>                 the only bearer token to accept (default: any)
  --seed <demo|empty>             what exists at the start (default empty)
  --provisioning-polls <number>   reads after a PUT that see the group pending (default 1)
  --refuse-while-transitioning    refuse changes with 409 while a group is being provisioned
  --help                          show this text

Prints its address on one line when it is ready. Control it below /_emulator/: log, faults, holds, groups.
`;

/** A command line that cannot be understood. */
class UsageError extends Error {}

async function main(): Promise<void> {
  const options = readArguments();
  if (options === undefined) {
    process.stdout.write(HELP);
    return;
  }
  const emulator = await startEmulator(options);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => emulator.close());
  }
  process.stdout.write(`${emulator.url}\n`);
}

function readArguments(): EmulatorOptions | undefined {
  const values = parsed();
  if (values.help) {
    return undefined;
  }
  return {
    port: wholeNumber("--port", values.port, 65535),
    host: values.host,
    token: values.token,
    seed: seed(values.seed),
    provisioningPolls: wholeNumber(
      "--provisioning-polls",
      values["provisioning-polls"],
      Number.MAX_SAFE_INTEGER,
    ),
    refuseWhileTransitioning: values["refuse-while-transitioning"],
  };
}

function parsed() {
  try {
    return parseArgs({
      options: {
        port: { type: "string", default: "8180" },
        host: { type: "string" },
        token: { type: "string" },
        seed: { type: "string" },
        "provisioning-polls": { type: "string" },
        "refuse-while-transitioning": { type: "boolean" },
        help: { type: "boolean" },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message.split("\n", 1)[0]);
  }
}

function wholeNumber(flag: string, value: string | undefined, most: number): number | undefined {
  if (value === undefined) {
    return undefined;
  }
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(number <= most)) {
    throw new UsageError(`${flag} must be a whole number up to ${most}, not '${value}'.`);
  }
  return number;
}

function seed(value: string | undefined): EmulatorOptions["seed"] {
  if (value === undefined || value === "demo" || value === "empty") {
    return value;
  }
  throw new UsageError(`--seed must be 'demo' or 'empty', not '${value}'.`);
}

function explain(error: unknown): string {
  const { code, message = String(error) } = error as NodeJS.ErrnoException;
  return code === "EADDRINUSE" ? `the port is already in use (${message})` : message;
}

main().catch((error: unknown) => {
  const usage = error instanceof UsageError || error instanceof RangeError;
  process.stderr.write(`vendorcloud-emulator: ${explain(error)}\n`);
  process.exitCode = usage ? 2 : 1;
});
