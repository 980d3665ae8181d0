import { isOfService } from "../contract/address.js";
import type { ServiceName } from "../contract/configuration.js";
import type { Runtime } from "../contract/runtime.js";
import type { Settings } from "../contract/settings.js";
import type { Text } from "../text/message.js";
import { expectationPolicy } from "./expectation.js";
import { type Batching, Limiter, limitPolicy } from "./limiter.js";
import { createPipeline, type HttpRequest, type SendRequest } from "./pipeline.js";
import { authenticationPolicy, completePolicy, redirectPolicy, secureAddressPolicy } from "./policies.js";
import { retryPolicy } from "./retry.js";
import { TokenCommand } from "./tokenCommand.js";
import { createTransport } from "./transport.js";

export interface Connection {
  /** Address of the service, without a trailing slash. */
  address: string;
  /**
   * Resolves with a response of any status. Rejects with a `TransportError` if there is no usable response, or with the error of
   * the authentication.
   */
  send: SendRequest;
  /** Whether a URL is of the service itself, so that requests to it have the token. */
  isOwn(url: string): boolean;
}

/** The context of the requests of one operation. */
export interface Caller {
  runtime: Runtime;
  settings: Settings;
  /**
   * Whether a preview sends the requests. It fails within seconds if the service cannot be reached.
   * @default false
   */
  isPreview?: boolean | undefined;
  /**
   * Time (milliseconds of the clock) after which no request is sent or waited for.
   * @default each request has its own
   */
  deadline?: number | undefined;
  /**
   * Receives a message before each wait.
   * @default waits are not reported
   */
  log?: { progress(message: Text): void };
}

/** @param batchingOf returns how to batch a request with others of the same account; default: each request is sent alone */
export function connect(
  service: ServiceName,
  caller: Caller,
  batchingOf?: (request: HttpRequest, account: string) => Batching | undefined,
): Connection {
  const { runtime, settings, isPreview = false, deadline, log } = caller;
  const address = settings.address(service);
  const hasSubdomains = service === "resourceManager" && settings.profile === "azure";
  const isOwn = (url: string): boolean => isOfService(url, address, hasSubdomains);
  const { command } = settings.tokenSource(service);
  const tokens = command === undefined ? undefined : commandOf(service, command, runtime);
  const send = createPipeline(
    [
      // Once for a request:
      completePolicy(runtime.clock),
      // For every attempt:
      retryPolicy({ ...settings.retry, isPreview }, runtime),
      expectationPolicy,
      limitPolicy(
        shareLimiter(address, settings.number("maxConcurrency") ?? 5, runtime),
        batchingOf && ((request) => batchingOf(request, settings.account(service))),
      ),
      // For every hop of an attempt:
      redirectPolicy,
      secureAddressPolicy,
      authenticationPolicy({
        readToken: (refused) => tokens?.token(refused) ?? settings.token(service),
        toHeaders: (token) => authentication(service, token),
        accepted: () => tokens?.accept(),
        isOwn,
        remember: (secret) => runtime.secrets.add(secret),
      }),
    ],
    createTransport({
      clock: runtime.clock,
      timeoutMs: (settings.number("requestTimeoutSeconds") ?? 120) * 1000,
    }),
  );
  return {
    address,
    isOwn,
    send: (request) => send({ ...(deadline && { deadline }), ...request, onWait: log?.progress }),
  };
}

/**
 * The limiter that all clients of a service share.
 *
 * @param maxConcurrency maximum number of HTTP requests in flight; the lowest value of all clients applies
 */
export function shareLimiter(address: string, maxConcurrency: number, runtime: Runtime): Limiter {
  const { clock, canceled } = runtime;
  const limiter = runtime.shared(
    `limiter of ${address}`,
    () => new Limiter({ clock, maxConcurrency, canceled }),
  );
  limiter.restrictTo(maxConcurrency);
  return limiter;
}

function commandOf(service: ServiceName, command: string, runtime: Runtime): TokenCommand {
  return runtime.shared(
    `token of ${service}: ${command}`,
    () => new TokenCommand(service, command, runtime.clock, runtime),
  );
}

function authentication(service: ServiceName, token: string): Record<string, string> {
  return service === "apps" ? { "x-api-token": token } : { authorization: `Bearer ${token}` };
}
