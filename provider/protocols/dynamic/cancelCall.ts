import { subscribe } from "node:diagnostics_channel";
import { Server } from "node:net";

/** The channel on which Node publishes each HTTP/2 server stream, from 22.17 and 24.2 on. */
const STREAMS = "http2.server.stream.start";

const CANCEL = "/pulumirpc.ResourceProvider/Cancel";

type Headers = Record<string, unknown>;

/**
 * Calls `cancel` when the engine cancels the run, twice with some versions of Node. It watches the engine's requests, because
 * the SDK's dynamic host does not forward this call, and Ctrl+C does not reach the host's process.
 */
export function onCancelCall(cancel: () => void): void {
  const check = (headers: Headers): void => {
    if (headers[":path"] === CANCEL) cancel();
  };
  subscribe(STREAMS, (message) => check((message as { headers: Headers }).headers));
  for (const server of listOpenServers()) server.on("stream", (_stream, headers: Headers) => check(headers));
}

/**
 * Lists the servers that already listened when the hooks were loaded. The function is not documented, and only needed for
 * versions of Node that publish no streams.
 */
function listOpenServers(): Server[] {
  const { _getActiveHandles: list } = process as unknown as { _getActiveHandles?: () => unknown[] };
  return (list?.call(process) ?? []).filter((handle) => handle instanceof Server);
}
