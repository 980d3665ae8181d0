import type { ServiceName, Settings } from "../contract/configuration.js";
import type { Runtime } from "../contract/runtime.js";
import { version } from "../generated/version.js";
import type { Text } from "../text/message.js";
import { expectationPolicy } from "./expectation.js";
import { type Batching, Limiter, limitPolicy } from "./limiter.js";
import { createPipeline, type HttpRequest, type SendRequest } from "./message.js";
import { authenticationPolicy, completePolicy, redirectPolicy, secureAddressPolicy } from "./policies.js";
import { retryPolicy } from "./retry.js";
import { TokenCommand } from "./tokenCommand.js";
import { createTransport } from "./transport.js";

/** Settings -> a way to one of the three services, authenticated at the moment of each call. */
export interface Connection {
  /** Address of the service, without a trailing slash. */
  address: string;
  /**
   * Resolves with answers of any status. Rejects with a `TransportError` when there is no usable answer, or with what
   * prevents the authentication.
   */
  send: SendRequest;
}

/** On whose behalf a service is asked. */
export interface Caller {
  runtime: Runtime;
  settings: Settings;
  /**
   * Whether a preview asks: a service that cannot be reached ends it in seconds.
   * @default false
   */
  isPreview?: boolean | undefined;
  /**
   * Moment (milliseconds of the clock) after which no request is sent or waited for.
   * @default each request has its own
   */
  deadline?: number | undefined;
  /**
   * Where waits show.
   * @default nowhere
   */
  log?: { progress(message: Text): void };
}

/**
 * @param batchingOf how a request of an account is sent together with others; default: alone
 */
export function connect(
  service: ServiceName,
  caller: Caller,
  batchingOf?: (request: HttpRequest, account: string) => Batching | undefined,
): Connection {
  const { runtime, settings, isPreview = false, deadline, log } = caller;
  const address = settings.address(service);
  const command = settings.tokenCommand(service);
  const tokens = command === undefined ? undefined : commandOf(service, command, runtime);
  const send = createPipeline(
    [
      // Once for a request:
      completePolicy(runtime.clock, `pulumi-vendorcloud/${version}`),
      // For every attempt:
      retryPolicy({ ...settings.retry, isPreview }, runtime),
      expectationPolicy,
      limitPolicy(
        shareLimiter(address, settings.number("maxConcurrency", 5), runtime),
        batchingOf && ((request) => batchingOf(request, command ?? settings.token(service))),
      ),
      // For every hop of an attempt:
      redirectPolicy,
      secureAddressPolicy,
      authenticationPolicy({
        authenticate: async (refused) =>
          authentication(service, await (tokens?.token(refused) ?? settings.token(service))),
        accepted: () => tokens?.accept(),
        origin: address,
        remember: (secret) => runtime.secrets.add(secret),
      }),
    ],
    createTransport({
      clock: runtime.clock,
      timeoutMs: settings.number("requestTimeoutSeconds", 120) * 1000,
    }),
  );
  return {
    address,
    send: (request) => send({ ...(deadline && { deadline }), ...request, onWait: log?.progress }),
  };
}

/**
 * The budget of requests that all clients of one service share.
 *
 * @param maxConcurrency requests in flight at most: the lowest of several clients' limits counts
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
  return service === "apps" ? { "X-API-Token": token } : { Authorization: `Bearer ${token}` };
}
