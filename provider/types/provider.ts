// Generated from the configuration keys by `npm run generate`. Do not edit.

import type { Input } from "@pulumi/pulumi";

/** Addresses, tokens and limits of one account. What is left out comes from the environment or the stack. */
export interface ProviderArgs {
  /** Address of the resource manager: container groups and ERP. */
  resourceManagerUrl?: Input<string | undefined>;
  /** Access token for the resource manager, sent as `Authorization: Bearer`. */
  resourceManagerToken?: Input<string | undefined>;
  /** Address of the business service, `https://{api_prefix}`. */
  businessUrl?: Input<string | undefined>;
  /** Access token for the business service, sent as `Authorization: Bearer`. */
  businessToken?: Input<string | undefined>;
  /** Address of the app service. */
  appsUrl?: Input<string | undefined>;
  /** API token for the app service, sent as `X-API-Token`. */
  appsToken?: Input<string | undefined>;
  /** Subscription of resources that name none. */
  subscriptionId?: Input<string | undefined>;
  /** Company of records that name none. */
  companyId?: Input<string | undefined>;
  /** Version of the container groups' interface. Default: `2023-05-01`. */
  containerGroupsApiVersion?: Input<string | undefined>;
  /** Version of the ERP interface. Default: `2023-04-01`. */
  erpApiVersion?: Input<string | undefined>;
  /** Seconds after which an attempt at a request without its whole answer is given up. Default: 120. */
  requestTimeoutSeconds?: Input<number | undefined>;
  /** Requests in flight at most, for each service and process; a batch is one. Default: 5. */
  maxConcurrency?: Input<number | undefined>;
  /** Seconds between two polls of a long-running operation. Default: 1, growing to 15. `Retry-After` wins. */
  pollIntervalSeconds?: Input<number | undefined>;
  /** How the wait between attempts grows: `fixed` not at all, `incremental` by the same each time, `exponential` to twice as much, `randomized` anywhere from the first wait to twice that of `exponential`. Default: `randomized`. */
  retryStrategy?: Input<string | undefined>;
  /** Attempts at one request, the first included. Default: 5. */
  retryMaxAttempts?: Input<number | undefined>;
  /** Milliseconds before the second attempt; with `randomized` up to twice as many. Default: 1000. */
  retryBaseDelayMs?: Input<number | undefined>;
  /** Milliseconds between two attempts at most, unless the service asks for more. Default: 30000. */
  retryMaxDelayMs?: Input<number | undefined>;
  /** Name of the environment variable that holds `resourceManagerToken`, read at every call: for tokens that expire. */
  resourceManagerTokenVariable?: Input<string | undefined>;
  /** Name of the environment variable that holds `businessToken`, read at every call: for tokens that expire. */
  businessTokenVariable?: Input<string | undefined>;
  /** Name of the environment variable that holds `appsToken`, read at every call: for tokens that expire. */
  appsTokenVariable?: Input<string | undefined>;
}
