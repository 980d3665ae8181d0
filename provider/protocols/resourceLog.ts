import type { MessageLog } from "../core/namedResourceLog.js";
import { getEngineAddress } from "./engineWatchdog.js";
import { sdkRequire } from "./sdkModules.js";

type Severity = "INFO" | "WARNING";
type Send = (
  urn: string | undefined,
  severity: Severity,
  message: string,
  ephemeral: boolean,
) => Promise<void>;

/**
 * Messages about a resource, sent to the engine that started this process. A progress message replaces the previous one, so
 * it is ephemeral; the others stay. A lost message is never a failure.
 */
export function createResourceLog(urn: string | undefined, send: Send = sendToEngine): MessageLog {
  const pending = new Set<Promise<void>>();
  const post = (severity: Severity, message: string, ephemeral: boolean): void => {
    const sending = send(urn, severity, message, ephemeral)
      .catch(() => undefined)
      .finally(() => pending.delete(sending));
    pending.add(sending);
  };
  return {
    progress: (message) => post("INFO", message, true),
    info: (message) => post("INFO", message, false),
    warn: (message) => post("WARNING", message, false),
    sent: async () => void (await Promise.all(pending)),
  };
}

let engine: ReturnType<typeof connect> | undefined;

function sendToEngine(
  urn: string | undefined,
  severity: Severity,
  message: string,
  ephemeral: boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    engine ??= connect();
    const { client, messages } = engine;
    const request = new messages.LogRequest().setSeverity(messages.LogSeverity[severity]);
    request.setMessage(message).setEphemeral(ephemeral);
    if (urn !== undefined) request.setUrn(urn);
    client.log(request, (error: unknown) => (error ? reject(error) : resolve()));
  });
}

/** gRPC and the client are the SDK's own copies. */
function connect() {
  const address = getEngineAddress();
  if (address === undefined) throw new Error("no engine started this process");
  const { credentials } = sdkRequire("@grpc/grpc-js");
  const { EngineClient } = sdkRequire("@pulumi/pulumi/proto/engine_grpc_pb");
  return {
    client: new EngineClient(address, credentials.createInsecure()),
    messages: sdkRequire("@pulumi/pulumi/proto/engine_pb"),
  };
}
