/** How many requests a client may send to the business service in how much time, in a window that moves along. */
export interface BusinessQuota {
  requests: number;
  seconds: number;
  /** Whether the operations of a batch count one by one, and the batch itself does not. Default false. */
  countBatched?: boolean;
}

/** How an emulator is started. */
export interface EmulatorOptions {
  /** TCP port to listen on; 0 takes any free one. Default 0. */
  port?: number;
  /** Address to listen on, a loopback address only. Default "127.0.0.1". */
  host?: string;
  /** The only bearer token that is accepted. Default: every token that is not empty. */
  token?: string;
  /**
   * What exists at the start. "demo" has one container group to adopt, and 1,000 customers, items, projects,
   * employees and vendors each in the first company; "empty" has no container group, and two companies with the
   * small tables only. Default "empty".
   */
  seed?: "demo" | "empty";
  /**
   * How many reads (of a container group or of its operation's status) after a PUT still show a provisioning
   * state that is not final. With 0 the answer to the PUT itself is final. Default 1.
   */
  provisioningPolls?: number;
  /**
   * Whether PUT and DELETE of a container group are refused with 409 while it is being provisioned. A group in
   * state "Deleting" refuses them always. Default false.
   */
  refuseWhileTransitioning?: boolean;
  /** What a client may ask of the business service; 429 beyond that. Default: everything. */
  businessQuota?: BusinessQuota;
  /** How many milliseconds the business service takes for every answer; a batch as a whole takes that long. Default 0. */
  businessLatencyMs?: number;
  /**
   * How many operations of a batch the business service does before time is up: those take effect, the others do
   * not, and the batch is answered 504. Default: all.
   */
  batchTimeoutAfter?: number;
  /** How many business records a page has at most. Default 20000. */
  pageSize?: number;
  /** Status of the answer to an entity tag that is not the record's any more. Default 409. */
  conflictStatus?: 409 | 412;
  /** The clock that quotas and times of modification go by: milliseconds since 1970. Default `Date.now`. */
  now?: () => number;
}

type Optional = "token" | "businessQuota" | "batchTimeoutAfter";

/** Options with every default filled in; some may be missing. */
export type Settings = Required<Omit<EmulatorOptions, Optional>> & Pick<EmulatorOptions, Optional>;

/** Fills in defaults and refuses what the emulator must not do. */
export function settingsFrom(options: EmulatorOptions): Settings {
  const settings: Settings = {
    port: options.port ?? 0,
    host: options.host ?? "127.0.0.1",
    token: options.token,
    seed: options.seed ?? "empty",
    provisioningPolls: options.provisioningPolls ?? 1,
    refuseWhileTransitioning: options.refuseWhileTransitioning ?? false,
    businessQuota: options.businessQuota,
    businessLatencyMs: options.businessLatencyMs ?? 0,
    batchTimeoutAfter: options.batchTimeoutAfter,
    pageSize: options.pageSize ?? 20_000,
    conflictStatus: options.conflictStatus ?? 409,
    now: options.now ?? Date.now,
  };
  // Anybody who can connect may read secrets and change what is stored: never beyond this machine.
  if (!isLoopback(settings.host)) {
    throw new RangeError(`The emulator listens on loopback addresses only, not on '${settings.host}'.`);
  }
  requireWhole("provisioningPolls", settings.provisioningPolls, 0);
  requireWhole("businessLatencyMs", settings.businessLatencyMs, 0);
  requireWhole("batchTimeoutAfter", settings.batchTimeoutAfter, 0);
  requireWhole("pageSize", settings.pageSize, 1);
  requireWhole("businessQuota.requests", settings.businessQuota?.requests, 1);
  requireWhole("businessQuota.seconds", settings.businessQuota?.seconds, 1);
  if (![409, 412].includes(settings.conflictStatus)) {
    throw new RangeError("conflictStatus must be 409 or 412.");
  }
  return settings;
}

function requireWhole(name: string, value: number | undefined, least: number): void {
  if (value !== undefined && !(Number.isInteger(value) && value >= least)) {
    throw new RangeError(`${name} must be a whole number, ${least} or more.`);
  }
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}
