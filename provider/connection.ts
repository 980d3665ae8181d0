import type { ServiceName, Settings } from "./config.js";
import { createHttpClient } from "./http/client.js";
import { type Clock, systemClock } from "./http/clock.js";
import { Limiter } from "./http/limiter.js";
import type { SendRequest } from "./http/pipeline.js";
import { BatchQueues, batching } from "./odata/batch.js";
import { version } from "./types/version.js";

/** Settings -> a way to one of the three services, authenticated at the moment of each call. */
export interface Connection {
  /** Address of the service, without a trailing slash. */
  address: string;
  send: SendRequest;
}

/** What all clients of one service have in common in this process. */
interface Shared {
  /** One budget. */
  limiter: Limiter;
  /** Requests of different clients travel together. */
  queues: BatchQueues;
  /** So an error may quote the token of another client than the one that reports it. */
  secrets: Set<string>;
}

const services = new Map<string, Shared>();

export function connect(service: ServiceName, settings: Settings, clock: Clock = systemClock): Connection {
  const address = settings.address(service);
  const { limiter, queues, secrets } = sharedBy(address, settings, clock);
  const account = (): string => settings.token(service);
  return {
    address,
    send: createHttpClient({
      authentication: () => authentication(service, account()),
      origin: address,
      userAgent: `pulumi-vendorcloud/${version}`,
      limiter,
      dispatch: batching({ queues, account }),
      secrets,
      timeoutMs: settings.number("requestTimeoutSeconds", 120) * 1000,
      retry: settings.retry,
      clock,
    }),
  };
}

function authentication(service: ServiceName, token: string): Record<string, string> {
  return service === "apps" ? { "X-API-Token": token } : { Authorization: `Bearer ${token}` };
}

function sharedBy(address: string, settings: Settings, clock: Clock): Shared {
  const known = services.get(address);
  if (known !== undefined) return known;
  const limiter = new Limiter({ clock, maxConcurrency: settings.number("maxConcurrency", 5) });
  const shared = { limiter, queues: new BatchQueues({ limiter, clock }), secrets: new Set<string>() };
  services.set(address, shared);
  return shared;
}
