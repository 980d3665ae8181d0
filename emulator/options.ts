/** How many requests a client may send to a service in how much time, in a window that moves along. */
export interface RequestQuota {
  requests: number;
  seconds: number;
}

export interface BusinessQuota extends RequestQuota {
  /** Whether the operations of a batch count one by one, and the batch itself does not. Default false. */
  countBatched?: boolean;
}

/** How an emulator is started. */
export interface EmulatorOptions {
  /** TCP port to listen on; 0 takes any free one. Default 0. */
  port?: number;
  /** Address to listen on, a loopback address only. Default "127.0.0.1". */
  host?: string;
  /**
   * The only token that is accepted, beside those that were put into the app service. Default: every token that is not
   * empty.
   */
  token?: string;
  /**
   * Content of the services at the start. "demo" has one container group to adopt, 1,000 customers, items, projects, employees
   * and vendors each in the first company, an ERP system with one database and two application servers, and an
   * organization with two apps; "empty" has no container group, no ERP system and no app, and two companies with the
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
  /** Quota of requests to the business service; 429 beyond that. Default: none. */
  businessQuota?: BusinessQuota;
  /** Quota of requests about container groups; 429 beyond that. Default: none. */
  containerGroupsQuota?: RequestQuota;
  /** How many milliseconds the business service takes for every answer; a batch as a whole takes that long. Default 0. */
  businessLatencyMs?: number;
  /**
   * How many operations of a batch the business service does before time is up: those take effect, the others do
   * not, and the batch is answered 504. Default: all.
   */
  batchTimeoutAfter?: number;
  /** How many business records a page has at most. Default 20000. */
  pageSize?: number;
  /** How many decimals the business service keeps of a number. Default: all. */
  decimalPlaces?: number;
  /** Whether the business service answers decimals as strings with two decimals or more, such as "1.50". Default false. */
  decimalStrings?: boolean;
  /** Whether pages of business records have relative links, which begin at the relative context. Default false. */
  relativeLinks?: boolean;
  /** Whether the business service answers and accepts null for a text, an id or a date that is not set. Default false. */
  nullValues?: boolean;
  /** Status of the answer to an entity tag that is not the record's any more. Default 409. */
  conflictStatus?: 409 | 412;
  /**
   * How many reads (of an ERP instance or of its stop's status) see a stop under way. With 0 the answer to the stop
   * itself is final. Default 2.
   */
  erpStopPolls?: number;
  /** How many seconds by the clock a stop of an ERP instance takes, however often it is read. Default: reads count. */
  erpStopSeconds?: number;
  /** Whether addresses of a stop's status are signed, about 3 kB long, and different in every answer. Default false. */
  erpSignedStatus?: boolean;
  /**
   * Names of the services: `vendor` for those of the documents, `azure` for those of the public services of the same family.
   * Default `vendor`.
   */
  profile?: "vendor" | "azure";
  /** How many seconds a bearer token is accepted from its first use; afterwards 401. Default: for ever. */
  tokenAcceptedSeconds?: number;
  /** Whether people who sign in are sent back with another state than they came with. Default false. */
  authorizationWrongState?: boolean;
  /** The clock that quotas, stops and times of modification go by: milliseconds since 1970. Default `Date.now`. */
  now?: () => number;
}

const DEFAULTS = {
  port: 0,
  host: "127.0.0.1",
  seed: "empty",
  profile: "vendor",
  provisioningPolls: 1,
  refuseWhileTransitioning: false,
  businessLatencyMs: 0,
  pageSize: 20_000,
  decimalStrings: false,
  relativeLinks: false,
  nullValues: false,
  conflictStatus: 409,
  erpStopPolls: 2,
  erpSignedStatus: false,
  authorizationWrongState: false,
  now: Date.now,
} satisfies EmulatorOptions;

/** Options with every default filled in; those without a default may be missing. */
export type Settings = EmulatorOptions & Required<Pick<EmulatorOptions, keyof typeof DEFAULTS>>;

/** Fills in defaults and refuses what the emulator must not do. */
export function completeSettings(options: EmulatorOptions): Settings {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const settings: Settings = { ...DEFAULTS, ...Object.fromEntries(given) };
  // Anybody who can connect may read secrets and change what is stored: never beyond this machine.
  if (!isLoopback(settings.host))
    throw new RangeError(`The emulator listens on loopback addresses only, not on '${settings.host}'.`);
  // No header can have it.
  if (settings.token !== undefined && !/^\S+$/.test(settings.token))
    throw new RangeError("The token must not be empty or contain white space.");
  return settings;
}

/** Whether a host is this machine, with or without the brackets that addresses have. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}
