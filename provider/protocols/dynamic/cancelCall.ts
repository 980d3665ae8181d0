import { subscribe } from "node:diagnostics_channel";
import { Server } from "node:net";

/** Node publishes each stream of an HTTP/2 server here from 22.17 and 24.2 on. Earlier versions publish nothing. */
const STREAMS = "http2.server.stream.start";

const CANCEL = "/pulumirpc.ResourceProvider/Cancel";

type Headers = Record<string, unknown>;

/**
 * Calls `cancel` when the engine says that the run is canceled, twice with some versions of Node. The SDK's dynamic host responds
 * to the engine's call itself and passes nothing on, and Ctrl+C does not reach the host's process, so that only the request
 * can be seen.
 */
export function onCancelCall(cancel: () => void): void {
  const check = (headers: Headers): void => {
    if (headers[":path"] === CANCEL) cancel();
  };
  subscribe(STREAMS, (message) => check((message as { headers: Headers }).headers));
  for (const server of listOpenServers()) server.on("stream", (_stream, headers: Headers) => check(headers));
}

/**
 * The servers of this process, which listen before a resource's hooks are loaded. Node documents no way to list them: a version
 * without this function publishes streams.
 */
function listOpenServers(): Server[] {
  const { _getActiveHandles: list } = process as unknown as { _getActiveHandles?: () => unknown[] };
  return (list?.call(process) ?? []).filter((handle) => handle instanceof Server);
}
