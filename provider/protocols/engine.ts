import { connect } from "node:net";
import type { MessageLog } from "../core/log.js";
import { sdkRequire } from "./sdkModules.js";

const INTERVAL_MS = 1000;

let watchers = 0;
let stopWatching = (): void => {};

/**
 * Ends this process when its engine ends. Otherwise the process would retry after the CLI was killed, and could overwrite a
 * change of the next run.
 *
 * @returns a function that stops watching, unless there are other watchers
 */
export function watchEngine(): () => void {
  if (watchers++ === 0) stopWatching = startWatching();
  return () => {
    if (--watchers === 0) stopWatching();
  };
}

/** Ends the process if the engine no longer accepts connections, because nobody then waits for its result. */
function startWatching(): () => void {
  const [host, port] = getEngineAddress()?.split(":") ?? [];
  if (host === undefined || port === undefined) return () => {};
  const timer = setInterval(() => {
    const probe = connect({ host, port: Number(port) });
    probe.on("connect", () => probe.destroy());
    // A busy engine may cause other errors. Only a refused connection shows that it has ended.
    probe.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") process.exit(1);
    });
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

let attached: string | undefined;

/** Sets the engine's address if the engine did not start this process, as in a debugger. @returns whether it was set */
export function attachTo(address: string): boolean {
  if (readAddressArgument() !== undefined) return false;
  attached = address;
  engine = undefined;
  return true;
}

function getEngineAddress(): string | undefined {
  return readAddressArgument() ?? attached;
}

/** The engine passes its address as the last argument. */
function readAddressArgument(): string | undefined {
  const last = process.argv.at(-1) ?? "";
  return /^[\w.-]+:\d+$/.test(last) ? last : undefined;
}

type Severity = "INFO" | "WARNING";

/**
 * Creates a log that sends messages about a resource to the engine. Each progress message replaces the previous one. A
 * message that cannot be sent is dropped.
 */
export function createResourceLog(urn: string | undefined): MessageLog {
  const pending = new Set<Promise<void>>();
  const post = (severity: Severity, message: string, ephemeral: boolean): void => {
    const sending = sendToEngine(urn, severity, message, ephemeral)
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

let engine: ReturnType<typeof connectToEngine> | undefined;

function sendToEngine(
  urn: string | undefined,
  severity: Severity,
  message: string,
  ephemeral: boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    engine ??= connectToEngine();
    const { client, messages } = engine;
    const request = new messages.LogRequest().setSeverity(messages.LogSeverity[severity]);
    request.setMessage(message).setEphemeral(ephemeral);
    if (urn !== undefined) request.setUrn(urn);
    client.log(request, (error: unknown) => (error ? reject(error) : resolve()));
  });
}

function connectToEngine() {
  const address = getEngineAddress();
  if (address === undefined) throw new Error("no engine started this process");
  const { credentials } = sdkRequire("@grpc/grpc-js");
  const { EngineClient } = sdkRequire("@pulumi/pulumi/proto/engine_grpc_pb");
  // The proxy of the environment is for services. It may not reach this machine, or never respond.
  const options = { "grpc.enable_http_proxy": 0 };
  return {
    client: new EngineClient(address, credentials.createInsecure(), options),
    messages: sdkRequire("@pulumi/pulumi/proto/engine_pb"),
  };
}
