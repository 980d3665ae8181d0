import { subscribe } from "node:diagnostics_channel";

/** Node publishes each stream of an HTTP/2 server here from 22.17 and 24.2 on. Earlier versions publish nothing. */
const STREAMS = "http2.server.stream.start";

const CANCEL = "/pulumirpc.ResourceProvider/Cancel";

/**
 * Calls `cancel` when the engine says that the run is canceled. The SDK's dynamic host responds to the engine's call itself
 * and passes nothing on, and Ctrl+C does not reach the host's process, so that only the request can be seen.
 */
export function onCancelCall(cancel: () => void): void {
  subscribe(STREAMS, (message) => {
    const { headers } = message as { headers: Record<string, unknown> };
    if (headers[":path"] === CANCEL) cancel();
  });
}
