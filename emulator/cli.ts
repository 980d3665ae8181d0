import { HELP, readArguments } from "./arguments.js";
import { startEmulator } from "./index.js";

async function main(): Promise<void> {
  const options = readArguments(process.argv.slice(2));
  if (options === undefined) {
    process.stdout.write(HELP);
    return;
  }
  const emulator = await startEmulator(options);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => emulator.close());
  process.stdout.write(`${emulator.url}\n`);
}

function explain(error: unknown): string {
  const { code, message = String(error) } = error as NodeJS.ErrnoException;
  return code === "EADDRINUSE" ? `the port is already in use (${message})` : message;
}

// A closed pipe must not cause a stack trace.
process.stdout.on("error", ({ message }: Error) => {
  process.stderr.write(`vendorcloud-emulator: cannot write to standard output: ${message}\n`);
  process.exit(1);
});

main().catch((error: unknown) => {
  process.stderr.write(`vendorcloud-emulator: ${explain(error)}\n`);
  process.exitCode = error instanceof RangeError ? 2 : 1;
});
