/** Limits the requests of a client to a service, in a sliding window. */
export interface RequestQuota {
  requests: number;
  seconds: number;
}

export interface BusinessQuota extends RequestQuota {
  /** Whether to count the operations of a batch instead of the batch. Default: false. */
  countBatched?: boolean;
}

/** Options of the command line, which `--help` describes, and some that only tests set. */
export interface EmulatorOptions {
  /** 0 selects a free port. Default: 0. */
  port?: number;
  host?: string;
  profile?: "vendor" | "azure";
  vaultSecrets?: string[];
  token?: string;
  tokenAcceptedSeconds?: number;
  /**
   * "demo" has a container group to adopt; 1,000 customers, items, projects, employees and vendors each in the first company; an
   * ERP system with a database and two application servers; and an organization with two apps. "empty" has no container group, ERP
   * system or app, and two companies with the small tables only.
   */
  seed?: "demo" | "empty";
  /** With 0, the response to the PUT has the final state. */
  provisioningPolls?: number;
  /** A group in the state "Deleting" always refuses changes. */
  refuseWhileTransitioning?: boolean;
  businessQuota?: BusinessQuota;
  /** With 0, the response to the stop is final. */
  erpStopPolls?: number;

  /** Response time of the business service. A batch counts as one response. */
  businessLatencyMs?: number;
  /** Number of operations of a batch before it fails with 504. They take effect. Default: all. */
  batchTimeoutAfter?: number;
  /** Number of business records per page. */
  pageSize?: number;
  /** Status code for an outdated entity tag. */
  conflictStatus?: 409 | 412;
  /** Number of decimals that the business service stores. Default: all. */
  decimalPlaces?: number;
  /** Whether the business service returns decimals as strings with at least two decimals, such as "1.50". Default: false. */
  decimalStrings?: boolean;
  /**
   * Whether addresses of a stop's status have a signature: they are about 3 kB long and different in every response. Default:
   * false.
   */
  erpSignedStatus?: boolean;
  /** Whether the sign-in returns users with another state than that of the request. Default: false. */
  authorizationWrongState?: boolean;
  /** Clock of quotas, stops and modification times, in milliseconds since 1970. Default: `Date.now`. */
  now?: () => number;
}

const DEFAULTS = {
  port: 0,
  host: "127.0.0.1",
  seed: "empty",
  profile: "vendor",
  vaultSecrets: ["https://shop.vault.azure.net/secrets/token"],
  provisioningPolls: 1,
  refuseWhileTransitioning: false,
  businessLatencyMs: 0,
  pageSize: 20_000,
  decimalStrings: false,
  conflictStatus: 409,
  erpStopPolls: 2,
  erpSignedStatus: false,
  authorizationWrongState: false,
  now: Date.now,
} satisfies EmulatorOptions;

/** Options with defaults. Options without a default may be absent. */
export type Settings = EmulatorOptions & Required<Pick<EmulatorOptions, keyof typeof DEFAULTS>>;

/** Adds defaults, and rejects invalid options. */
export function completeSettings(options: EmulatorOptions): Settings {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const settings: Settings = { ...DEFAULTS, ...Object.fromEntries(given) };
  // Everyone who can connect can read secrets and change data, so only this machine may connect.
  if (!isLoopback(settings.host))
    throw new RangeError(`The emulator listens on loopback addresses only, not on '${settings.host}'.`);
  // A header cannot contain such a token.
  if (settings.token !== undefined && !/^\S+$/.test(settings.token))
    throw new RangeError("The token must not be empty or contain white space.");
  return settings;
}

/** Whether a host is this machine, with or without the brackets of IPv6. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}
