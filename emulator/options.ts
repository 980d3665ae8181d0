/** Limits the requests of a client to a service, in a sliding window. */
export interface RequestQuota {
  requests: number;
  seconds: number;
}

export interface BusinessQuota extends RequestQuota {
  /** Whether to count the operations of a batch instead of the batch. Default: false. */
  countBatched?: boolean;
}

export interface EmulatorOptions {
  /** TCP port to listen on. 0 selects a free port. Default: 0. */
  port?: number;
  /** Address to listen on, which must be a loopback address. Default: "127.0.0.1". */
  host?: string;
  /**
   * The only accepted token, in addition to tokens that were added to the app service. Default: every token that is not empty.
   */
  token?: string;
  /**
   * Initial content of the services. "demo" has a container group to adopt; 1,000 customers, items, projects, employees and
   * vendors each in the first company; an ERP system with a database and two application servers; and an organization with two
   * apps. "empty" has no container group, ERP system or app, and two companies with the small tables only. Default: "empty".
   */
  seed?: "demo" | "empty";
  /**
   * Number of reads (of a container group or of its operation's status) after a PUT that return a provisioning state that is not
   * final. With 0, the response to the PUT has the final state. Default: 1.
   */
  provisioningPolls?: number;
  /**
   * Whether a container group in provisioning refuses PUT, PATCH and DELETE with 409. A group in the state "Deleting" always does.
   * Default: false.
   */
  refuseWhileTransitioning?: boolean;
  /** Request quota of the business service. Requests above it get 429. Default: none. */
  businessQuota?: BusinessQuota;
  /**
   * Request quota for container groups. Requests above it get 429. With the profile `azure`, responses have the rest in
   * `x-ms-ratelimit-remaining-subscription-resource-requests`. Default: none.
   */
  containerGroupsQuota?: RequestQuota;
  /** Latency of every response of the business service, in milliseconds. A batch counts as one response. Default: 0. */
  businessLatencyMs?: number;
  /**
   * Number of operations of a batch that the business service completes before a time-out. These take effect, the others do not,
   * and the batch gets 504. Default: all.
   */
  batchTimeoutAfter?: number;
  /** Maximum number of business records on a page. Default: 20000. */
  pageSize?: number;
  /** Number of decimals that the business service stores. Default: all. */
  decimalPlaces?: number;
  /**
   * Days from the document date of a new sales quote until which the service makes it valid, whatever the request says. Default:
   * as requested.
   */
  quoteValidityDays?: number;
  /** Profit in percent from which the service calculates the price of an item when its cost changes. Default: it keeps the price. */
  profitPercent?: number;
  /** Whether the business service returns decimals as strings with at least two decimals, such as "1.50". Default: false. */
  decimalStrings?: boolean;
  /** Status code for an outdated entity tag. Default: 409. */
  conflictStatus?: 409 | 412;
  /**
   * Number of reads (of an ERP instance or of its stop's status) that return a stop in progress. With 0, the response to the stop
   * is final. Default: 2.
   */
  erpStopPolls?: number;
  /** Duration of a stop of an ERP instance in seconds, regardless of the number of reads. Default: reads count. */
  erpStopSeconds?: number;
  /**
   * Whether addresses of a stop's status have a signature: they are about 3 kB long and different in every response. Default:
   * false.
   */
  erpSignedStatus?: boolean;
  /**
   * Names of the services: `vendor` for those in the documents, `azure` for those of the corresponding public services. Default:
   * `vendor`.
   */
  profile?: "vendor" | "azure";
  /**
   * Addresses of the secrets in key vaults, without versions. With the profile `azure`, a group that refers to another secret is
   * refused. Default: `https://shop.vault.azure.net/secrets/token`.
   */
  vaultSecrets?: string[];
  /** Seconds for which a bearer token is accepted, from its first use; then 401. Default: unlimited. */
  tokenAcceptedSeconds?: number;
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
