import type { ServiceName, Settings } from "./configuration.js";
import { createHttpClient } from "./http/client.js";
import type { SendRequest } from "./http/pipeline/pipeline.js";
import type { KnownSecrets } from "./http/redaction/knownSecrets.js";
import { batchPolicy } from "./odata/batchPolicy.js";
import type { Runtime } from "./runtime.js";
import { version } from "./types/version.js";

/** Settings -> a way to one of the three services, authenticated at the moment of each call. */
export interface Connection {
  /** Address of the service, without a trailing slash. */
  address: string;
  send: SendRequest;
  /** Whether an address that the service names may stand in an error: it holds neither a token nor a secret. */
  isShowable(address: string): boolean;
}

/** On whose behalf a service is asked. */
export interface Caller {
  runtime: Runtime;
  settings: Settings;
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
   * Whether a preview asks: a service that cannot be reached ends it in seconds.
   * @default false
   */
  isPreview?: boolean | undefined;
  /**
   * Where waits show.
   * @default nowhere
   */
  log?: { progress(message: string): void };
}

export function connect(
  service: ServiceName,
  { runtime, settings, secrets, hidesAddresses = false, isPreview = false, log }: Caller,
): Connection {
  const address = settings.address(service);
  const shared = runtime.service(address, settings.number("maxConcurrency", 5));
  const account = (): string => settings.token(service);
  const send = createHttpClient({
    authentication: () => authentication(service, account()),
    origin: address,
    userAgent: `pulumi-vendorcloud/${version}`,
    limiter: shared.limiter,
    // The other services have no batches.
    dispatch: service === "business" ? batchPolicy({ queues: shared.queues, account }) : undefined,
    secrets: shared.tokens,
    timeoutMs: settings.number("requestTimeoutSeconds", 120) * 1000,
    retry: { ...settings.retry, isPreview },
    clock: runtime.clock,
    canceled: runtime.canceled,
  });
  return {
    address,
    send: (request) => send({ ...request, ...(secrets && { secrets }), onWait: log?.progress }),
    isShowable: (address) =>
      !hidesAddresses && !shared.tokens.isIn(address) && secrets?.isIn(address) !== true,
  };
}

function authentication(service: ServiceName, token: string): Record<string, string> {
  return service === "apps" ? { "X-API-Token": token } : { Authorization: `Bearer ${token}` };
}
