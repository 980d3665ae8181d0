import { Runtime } from "../../contract/runtime.js";
import { attachTo, createResourceLog } from "../engine.js";
import { NativeProvider, type NativeProviderOptions } from "./nativeProvider.js";
import { Server, ServerCredentials, service } from "./protocol.js";
import { createService } from "./service.js";

export interface NativeServer {
  port: number;
  close(): void;
}

/**
 * Serves the provider protocol on the loopback interface.
 *
 * @param load called by the first request that needs the result, because the engine waits until it knows the port
 */
export function startServer(
  load: () => Pick<NativeProviderOptions, "lifecycles" | "queries" | "listings">,
): Promise<NativeServer> {
  let runtime = new Runtime();
  let provider: NativeProvider | undefined;
  const server = new Server({ "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 });
  const methods = createService({
    provider: () => {
      provider ??= new NativeProvider({ ...load(), runtime, log: createResourceLog });
      return provider;
    },
    schema: () => JSON.stringify(require("../../generated/packageSchema.json")),
    attach: (address) => {
      const isNewRun = attachTo(address);
      // A new run knows no resources of the run before, and is not canceled with it.
      if (isNewRun) [runtime, provider] = [new Runtime(), undefined];
      return isNewRun;
    },
    cancel: () => runtime.cancel(),
  });
  server.addService(service, methods);
  return new Promise((resolve, reject) => {
    server.bindAsync(
      "127.0.0.1:0",
      ServerCredentials.createInsecure(),
      (error: Error | null, port: number) =>
        error ? reject(error) : resolve({ port, close: () => server.forceShutdown() }),
    );
  });
}

/**
 * Keeps the process alive after an unhandled rejection, so that the results of running operations reach the state. The log
 * omits the error's message, which may contain a secret.
 */
export function surviveUnhandledRejections(): void {
  process.on("unhandledRejection", (reason) => {
    const frames = reason instanceof Error ? framesOf(reason) : [];
    console.error(
      ["A rejection was not handled. This is a defect of the provider: please report it.", ...frames].join(
        "\n",
      ),
    );
  });
}

/** The stack frames of the error; none if they cannot be separated from its message. */
function framesOf({ stack = "", name, message }: Error): string[] {
  const head = message === "" ? name : `${name}: ${message}`;
  if (!stack.startsWith(`${head}\n`)) return [];
  return stack.slice(head.length + 1).split("\n");
}
