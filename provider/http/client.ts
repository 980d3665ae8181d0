import type { Clock } from "../contract/clock.js";
import { systemClock } from "../contract/clock.js";
import type { RetryOptions } from "../contract/retryOptions.js";
import type { KnownSecrets } from "../text/knownSecrets.js";
import { type Authenticate, authenticationPolicy } from "./authenticationPolicy.js";
import { expectationPolicy } from "./expectation.js";
import { type BatchingOf, type Limiter, limitPolicy } from "./limiter.js";
import { createPipeline, type SendRequest } from "./pipeline.js";
import { redirectPolicy } from "./redirectPolicy.js";
import { completePolicy, secureAddressPolicy } from "./requestPolicies.js";
import { retryPolicy } from "./retryPolicy.js";
import { createTransport } from "./transport.js";

/** The parts of a client of one service. */
export interface HttpClientOptions {
  /** Headers that prove who asks; called for every attempt, may throw when there is no token. */
  authentication: Authenticate;
  /** Called where the service has taken the authentication. */
  accepted?: (() => void) | undefined;
  /** Only requests to the origin (scheme, host, port) of this address get the authentication. */
  origin: string;
  /** Value of the `User-Agent` header. */
  userAgent: string;
  /** Slots of the service; share one limiter among all clients of the same service. */
  limiter: Limiter;
  /**
   * How requests are sent together.
   * @default each one alone
   */
  batchingOf?: BatchingOf | undefined;
  /**
   * Where the tokens that are sent are remembered, since no message may show them.
   * @default nowhere
   */
  secrets?: KnownSecrets | undefined;
  /**
   * Milliseconds that one attempt may take. Waiting for a slot does not count.
   * @default 120000
   */
  timeoutMs?: number | undefined;
  /**
   * Milliseconds that a request may take with all its attempts and waits.
   * @default 900000
   */
  deadlineMs?: number | undefined;
  /** How often and when a request is sent again. */
  retry?: RetryOptions | undefined;
  /** @default the clock of this machine */
  clock?: Clock | undefined;
  /**
   * Ends waits between attempts.
   * @default nothing does
   */
  canceled?: AbortSignal | undefined;
}

/**
 * Puts together the way of every request to a service. The result resolves with answers of any status, and
 * rejects with a `TransportError` when there is no usable answer, or with what `authentication` threw.
 */
export function createHttpClient(options: HttpClientOptions): SendRequest {
  const { clock = systemClock, limiter } = options;
  const { timeoutMs = 120_000, deadlineMs = 900_000 } = options;
  const { secrets } = options;
  return createPipeline(
    [
      // Once for a request:
      completePolicy({ clock, deadlineMs, userAgent: options.userAgent }),
      // For every attempt:
      retryPolicy({ retry: options.retry ?? {}, clock, canceled: options.canceled }),
      expectationPolicy(),
      limitPolicy(limiter, options.batchingOf),
      // For every hop of an attempt:
      redirectPolicy(),
      secureAddressPolicy(),
      authenticationPolicy({
        authenticate: options.authentication,
        origin: options.origin,
        remember: (secret) => secrets?.add(secret),
        accepted: options.accepted,
      }),
    ],
    createTransport({ clock, timeoutMs }),
  );
}
