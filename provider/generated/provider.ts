// Generated from the configuration keys by `npm run generate`. Do not edit.

import type { Input } from "@pulumi/pulumi";

/** Addresses, tokens and limits of one account. Omitted values come from the environment or the stack. */
export interface ProviderArgs {
  /** Services to use: `vendor` for the documented services, `azure` for the public services with the same interfaces under other names (Azure Container Instances, Azure Center for SAP solutions, Business Central). It is part of the ids of container groups and stops. Default: `vendor`. */
  profile?: Input<string | undefined>;
  /** Address of the resource manager, which manages container groups and ERP instances. Default: none; with the profile `azure` `https://management.azure.com`. */
  resourceManagerUrl?: Input<string | undefined>;
  /** Access token for the resource manager, sent as `Authorization: Bearer`. */
  resourceManagerToken?: Input<string | undefined>;
  /** Name of the environment variable that holds `resourceManagerToken`. It is read at every call, for tokens that expire. Default: none; the configured token is used. */
  resourceManagerTokenVariable?: Input<string | undefined>;
  /** Command that prints the value of `resourceManagerToken`, or JSON with `accessToken` and its expiry. It runs before the first request, shortly before the expiry, and once after a 401. Default: none; the configured token is used. */
  resourceManagerTokenCommand?: Input<string | undefined>;
  /** Address of the business service, `https://{api_prefix}`. */
  businessUrl?: Input<string | undefined>;
  /** Access token for the business service, sent as `Authorization: Bearer`. */
  businessToken?: Input<string | undefined>;
  /** Name of the environment variable that holds `businessToken`. It is read at every call, for tokens that expire. Default: none; the configured token is used. */
  businessTokenVariable?: Input<string | undefined>;
  /** Command that prints the value of `businessToken`, or JSON with `accessToken` and its expiry. It runs before the first request, shortly before the expiry, and once after a 401. Default: none; the configured token is used. */
  businessTokenCommand?: Input<string | undefined>;
  /** Address of the app service. */
  appsUrl?: Input<string | undefined>;
  /** API token for the app service, sent as `X-API-Token`. */
  appsToken?: Input<string | undefined>;
  /** Name of the environment variable that holds `appsToken`. It is read at every call, for tokens that expire. Default: none; the configured token is used. */
  appsTokenVariable?: Input<string | undefined>;
  /** Command that prints the value of `appsToken`, or JSON with `accessToken` and its expiry. It runs before the first request, shortly before the expiry, and once after a 401. Default: none; the configured token is used. */
  appsTokenCommand?: Input<string | undefined>;
  /** Default subscription id of resources. */
  subscriptionId?: Input<string | undefined>;
  /** Default company id of records. */
  companyId?: Input<string | undefined>;
  /** API version of default dimensions: `v1.0`, the documented one, or `v2.0`, in which each default dimension has its own id and updates send its entity tag. You can change it at any time: the state stays valid. Default: `v1.0`; with the profile `azure` `v2.0`. */
  defaultDimensionsApi?: Input<string | undefined>;
  /** API version of container groups. Default: `2023-05-01`; with the profile `azure` `2025-09-01`. */
  containerGroupsApiVersion?: Input<string | undefined>;
  /** API version of ERP instances. Default: `2023-04-01`; with the profile `azure` `2024-09-01`. */
  erpApiVersion?: Input<string | undefined>;
  /** Time-out of an attempt at a request, in seconds, including its whole response. Default: 120. */
  requestTimeoutSeconds?: Input<number | undefined>;
  /** Maximum number of concurrent requests per process and service; a batch counts as one. Default: 5. */
  maxConcurrency?: Input<number | undefined>;
  /** Seconds between two polls of a long-running operation. Default: 1, growing to 15. `Retry-After` takes precedence. */
  pollIntervalSeconds?: Input<number | undefined>;
  /** How the wait between attempts grows: `fixed` stays the same, `incremental` grows by the first wait each time, `exponential` doubles, `randomized` is random between the first wait and twice the wait of `exponential`. Default: `randomized`. */
  retryStrategy?: Input<string | undefined>;
  /** Maximum number of attempts at a request, including the first. Retries after temporary refusals are limited by time instead. Default: 5. */
  retryMaxAttempts?: Input<number | undefined>;
  /** Milliseconds before the second attempt; up to twice as many with `randomized`. Default: 1000. */
  retryBaseDelayMs?: Input<number | undefined>;
  /** Maximum number of milliseconds between two attempts, unless the service requests a longer delay. Default: 30000. */
  retryMaxDelayMs?: Input<number | undefined>;
  /** Effect of a change of secret fields alone: `ignore` sends nothing and warns, `update` updates the resource. The `secretChanges` of a resource takes precedence. Default: `ignore`. */
  secretChanges?: Input<string | undefined>;
}
