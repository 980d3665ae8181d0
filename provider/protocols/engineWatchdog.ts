import { connect } from "node:net";

/**
 * A host process outlives a CLI that is killed: its operation would go on retrying, and might send an old body
 * after a new run has sent a newer one. What it does cannot be recorded any more, so it ends with the engine;
 * the next run finds a pending operation and converges.
 */
const INTERVAL_MS = 1000;

/** Ends this process when the engine at `address` is gone before the returned function is called. */
export function watchEngine(
  address = getEngineAddress(),
  end: () => void = () => process.exit(1),
): () => void {
  const [host, port] = address?.split(":") ?? [];
  if (host === undefined || port === undefined) return () => {};
  const timer = setInterval(() => {
    const probe = connect({ host, port: Number(port) });
    probe.on("connect", () => probe.destroy());
    // Only a refused connection means that the engine is gone; a busy engine is slow.
    probe.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") end();
    });
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

let attached: string | undefined;

/** Sets the address of the engine for a provider that is being debugged. @returns whether the engine did not start this process */
export function attachTo(address: string): boolean {
  if (readAddressArgument() !== undefined) return false;
  attached = address;
  return true;
}

export function getEngineAddress(): string | undefined {
  return readAddressArgument() ?? attached;
}

/** The engine starts a process with its address as the last argument. */
function readAddressArgument(): string | undefined {
  const last = process.argv.at(-1) ?? "";
  return /^[\w.-]+:\d+$/.test(last) ? last : undefined;
}
