import type { ServiceName, Settings } from "./config.js";
import { createHttpClient } from "./http/client.js";
import { type Clock, systemClock } from "./http/clock.js";
import { Limiter } from "./http/limiter.js";
import type { SendRequest } from "./http/pipeline.js";
import { version } from "./types/version.js";

/** Settings -> a way to one of the three services, authenticated at the moment of each call. */
export interface Connection {
  /** Address of the service, without a trailing slash. */
  address: string;
  send: SendRequest;
}

/** One budget for each service and process. */
const limiters = new Map<string, Limiter>();

export function connect(service: ServiceName, settings: Settings, clock: Clock = systemClock): Connection {
  const address = settings.address(service);
  return {
    address,
    send: createHttpClient({
      authentication: () => authentication(service, settings.token(service)),
      origin: address,
      userAgent: `pulumi-vendorcloud/${version}`,
      limiter: limiterOf(address, settings, clock),
      timeoutMs: settings.number("requestTimeoutSeconds", 120) * 1000,
      retry: {
        retryStrategy: settings.retryStrategy,
        retryMaxAttempts: settings.number("retryMaxAttempts", 5),
        retryBaseDelayMs: settings.number("retryBaseDelayMs", 1000),
        retryMaxDelayMs: settings.number("retryMaxDelayMs", 30_000),
      },
      clock,
    }),
  };
}

function authentication(service: ServiceName, token: string): Record<string, string> {
  return service === "apps" ? { "X-API-Token": token } : { Authorization: `Bearer ${token}` };
}

function limiterOf(address: string, settings: Settings, clock: Clock): Limiter {
  const known = limiters.get(address);
  if (known !== undefined) return known;
  const limiter = new Limiter({ clock, maxConcurrency: settings.number("maxConcurrency", 5) });
  limiters.set(address, limiter);
  return limiter;
}
