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

/** The part of the SDK's generated client that is used here. */
interface EngineProtocol {
  client: { log(request: LogRequest, callback: (error: unknown) => void): void };
  newRequest(): LogRequest;
  severities: Record<Severity, number>;
}

interface LogRequest {
  setUrn(urn: string): void;
  setSeverity(severity: number): void;
  setMessage(message: string): void;
  setEphemeral(ephemeral: boolean): void;
}

let protocol: EngineProtocol | undefined;

function sendToEngine(
  urn: string | undefined,
  severity: Severity,
  message: string,
  ephemeral: boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    protocol ??= connect();
    const request = protocol.newRequest();
    request.setSeverity(protocol.severities[severity]);
    request.setMessage(message);
    request.setEphemeral(ephemeral);
    if (urn !== undefined) request.setUrn(urn);
    protocol.client.log(request, (error) => (error ? reject(error) : resolve()));
  });
}

/** gRPC is the SDK's own copy, as its client is. */
function connect(): EngineProtocol {
  const address = getEngineAddress();
  if (address === undefined) throw new Error("no engine started this process");
  const { credentials } = sdkRequire("@grpc/grpc-js");
  const { EngineClient } = sdkRequire("@pulumi/pulumi/proto/engine_grpc_pb");
  const messages = sdkRequire("@pulumi/pulumi/proto/engine_pb");
  return {
    client: new EngineClient(address, credentials.createInsecure()),
    newRequest: () => new messages.LogRequest(),
    severities: messages.LogSeverity,
  };
}
