import type { ServiceName, Settings } from "./configuration.js";
import { createHttpClient } from "./http/client.js";
import { type Clock, systemClock } from "./http/clock.js";
import { Limiter } from "./http/limiter/limiter.js";
import type { SendRequest } from "./http/pipeline/pipeline.js";
import { KnownSecrets } from "./http/redaction/knownSecrets.js";
import { BatchQueues, batching } from "./odata/batch.js";
import { version } from "./types/version.js";

/** Settings -> a way to one of the three services, authenticated at the moment of each call. */
export interface Connection {
  /** Address of the service, without a trailing slash. */
  address: string;
  send: SendRequest;
  /** Whether an address that the service names may stand in an error: it holds neither a token nor a secret. */
  isShowable(address: string): boolean;
}

/** What all clients of one service have in common in this process. */
interface Shared {
  /** One budget. */
  limiter: Limiter;
  /** Requests of different clients travel together. */
  queues: BatchQueues;
  /** So an error may quote the token of another client than the one that reports it. */
  secrets: KnownSecrets;
}

const services = new Map<string, Shared>();

/** On whose behalf a service is asked. */
export interface Caller {
  settings: Settings;
  /** @default the clock of this machine */
  clock?: Clock;
  /**
   * Secrets of the resource, masked in errors.
   * @default none but the tokens
   */
  secrets?: KnownSecrets;
  /**
   * Show no address that the service names, since it may hold a secret in any spelling.
   * @default false
   */
  hidesAddresses?: boolean;
  /**
   * Where waits show.
   * @default nowhere
   */
  log?: { progress(message: string): void };
}

export function connect(
  service: ServiceName,
  { settings, clock = systemClock, secrets, hidesAddresses = false, log }: Caller,
): Connection {
  const address = settings.address(service);
  const shared = sharedBy(address, settings, clock);
  const account = (): string => settings.token(service);
  const send = createHttpClient({
    authentication: () => authentication(service, account()),
    origin: address,
    userAgent: `pulumi-vendorcloud/${version}`,
    limiter: shared.limiter,
    dispatch: batching({ queues: shared.queues, account }),
    secrets: shared.secrets,
    timeoutMs: settings.number("requestTimeoutSeconds", 120) * 1000,
    retry: settings.retry,
    clock,
  });
  return {
    address,
    send: (request) => send({ ...request, ...(secrets && { secrets }), onWait: log?.progress }),
    isShowable: (address) =>
      !hidesAddresses && !shared.secrets.isIn(address) && secrets?.isIn(address) !== true,
  };
}

function authentication(service: ServiceName, token: string): Record<string, string> {
  return service === "apps" ? { "X-API-Token": token } : { Authorization: `Bearer ${token}` };
}

function sharedBy(address: string, settings: Settings, clock: Clock): Shared {
  const known = services.get(address);
  if (known !== undefined) return known;
  const limiter = new Limiter({ clock, maxConcurrency: settings.number("maxConcurrency", 5) });
  const shared = { limiter, queues: new BatchQueues({ limiter, clock }), secrets: new KnownSecrets() };
  services.set(address, shared);
  return shared;
}
