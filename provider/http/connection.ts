import type { ServiceName, Settings } from "../contract/configuration.js";
import type { Runtime } from "../contract/runtime.js";
import { version } from "../generated/version.js";
import type { Text } from "../text/message.js";
import { createHttpClient } from "./client.js";
import { Limiter } from "./limiter.js";
import type { Policy, SendRequest } from "./pipeline.js";
import { TokenCommand } from "./tokenCommand.js";

/** Settings -> a way to one of the three services, authenticated at the moment of each call. */
export interface Connection {
  /** Address of the service, without a trailing slash. */
  address: string;
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

/** What all clients of one service share. */
export interface SharedService {
  address: string;
  /** One budget of requests. */
  limiter: Limiter;
}

/**
 * @param dispatch how attempts get their slots of the limiter, for requests of one account; default: each one for itself
 */
export function connect(
  service: ServiceName,
  caller: Caller,
  dispatch?: (shared: SharedService, account: () => string) => Policy,
): Connection {
  const { runtime, settings, isPreview = false, deadline, log } = caller;
  const shared = shareService(settings.address(service), settings.number("maxConcurrency", 5), runtime);
  const { address, limiter } = shared;
  const command = settings.tokenCommand(service);
  const account = (): string => command ?? settings.token(service);
  const tokens = command === undefined ? undefined : commandOf(service, command, runtime);
  const token = async (refused?: string): Promise<string> =>
    tokens === undefined ? settings.token(service) : tokens.token(refused);
  const send = createHttpClient({
    authentication: async (refused) => authentication(service, await token(refused)),
    accepted: () => tokens?.accept(),
    origin: address,
    userAgent: `pulumi-vendorcloud/${version}`,
    limiter,
    dispatch: dispatch?.(shared, account),
    secrets: runtime.secrets,
    timeoutMs: settings.number("requestTimeoutSeconds", 120) * 1000,
    retry: { ...settings.retry, isPreview },
    clock: runtime.clock,
    canceled: runtime.canceled,
  });
  return {
    address,
    send: (request) => send({ ...(deadline && { deadline }), ...request, onWait: log?.progress }),
  };
}

/** @param maxConcurrency requests in flight at most: the lowest of several clients' limits counts */
function shareService(address: string, maxConcurrency: number, runtime: Runtime): SharedService {
  const { clock, canceled } = runtime;
  const shared = runtime.shared(`service ${address}`, () => ({
    address,
    limiter: new Limiter({ clock, maxConcurrency, canceled }),
  }));
  shared.limiter.restrictTo(maxConcurrency);
  return shared;
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
