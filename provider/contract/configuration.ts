import { DIMENSION_APIS, type Profile, profiles } from "./profile.js";

export const NAMESPACE = "vendorcloud";

/** Prefix of the tokens of resources and functions of the native plugin. */
export const TOKEN_PREFIX = `${NAMESPACE}:index:`;

/** Prefix of the types of dynamic resources. */
export const TYPE_PREFIX = `pulumi-nodejs:dynamic/${NAMESPACE}:`;

export const serviceNames = ["resourceManager", "business", "apps"] as const;
export type ServiceName = (typeof serviceNames)[number];

export interface KeyFacts {
  kind: "address" | "secret" | "text" | "number" | "choice";
  choices?: readonly string[];
  /** Meaning, unit and default, for the arguments of the provider and the reference page. */
  description: string;
}

/** A key that names where a token is read from. */
type TokenReference = { kind: "text"; description: string };

function tokenVariable(service: ServiceName): TokenReference {
  return {
    kind: "text",
    description: `Name of the environment variable that holds \`${service}Token\`. It is read at every call, for tokens that expire. Default: none; the configured token is used.`,
  };
}

function tokenCommand(service: ServiceName): TokenReference {
  return {
    kind: "text",
    description: `Command that prints the value of \`${service}Token\`, or JSON with \`accessToken\` and its expiry. It runs before the first request, shortly before the expiry, and once after a 401. Default: none; the configured token is used.`,
  };
}

export const configurationKeys = {
  profile: {
    kind: "choice",
    choices: profiles,
    description:
      "Services to use: `vendor` for the documented services, `azure` for the public services with the same interfaces under other names (Azure Container Instances, Azure Center for SAP solutions, Business Central). It is part of the ids of container groups and stops. Default: `vendor`.",
  },
  resourceManagerUrl: {
    kind: "address",
    description:
      "Address of the resource manager, which manages container groups and ERP instances. Default: none; with the profile `azure` `https://management.azure.com`.",
  },
  resourceManagerToken: {
    kind: "secret",
    description: "Access token for the resource manager, sent as `Authorization: Bearer`.",
  },
  resourceManagerTokenVariable: tokenVariable("resourceManager"),
  resourceManagerTokenCommand: tokenCommand("resourceManager"),
  businessUrl: { kind: "address", description: "Address of the business service, `https://{api_prefix}`." },
  businessToken: {
    kind: "secret",
    description: "Access token for the business service, sent as `Authorization: Bearer`.",
  },
  businessTokenVariable: tokenVariable("business"),
  businessTokenCommand: tokenCommand("business"),
  appsUrl: { kind: "address", description: "Address of the app service." },
  appsToken: { kind: "secret", description: "API token for the app service, sent as `X-API-Token`." },
  appsTokenVariable: tokenVariable("apps"),
  appsTokenCommand: tokenCommand("apps"),
  subscriptionId: { kind: "text", description: "Default subscription id of resources." },
  companyId: { kind: "text", description: "Default company id of records." },
  defaultDimensionsApi: {
    kind: "choice",
    choices: Object.values(DIMENSION_APIS),
    description:
      "API version of default dimensions: `v1.0`, the documented one, or `v2.0`, in which each default dimension has its own id and updates send its entity tag. You can change it at any time: the state stays valid. Default: `v1.0`; with the profile `azure` `v2.0`.",
  },
  containerGroupsApiVersion: {
    kind: "text",
    description:
      "API version of container groups. Default: `2023-05-01`; with the profile `azure` `2025-09-01`.",
  },
  erpApiVersion: {
    kind: "text",
    description:
      "API version of ERP instances. Default: `2023-04-01`; with the profile `azure` `2024-09-01`.",
  },
  requestTimeoutSeconds: {
    kind: "number",
    description:
      "Time-out of an attempt at a request, in seconds, including its whole response. Default: 120.",
  },
  maxConcurrency: {
    kind: "number",
    description:
      "Maximum number of concurrent requests per process and service; a batch counts as one. Default: 5.",
  },
  pollIntervalSeconds: {
    kind: "number",
    description:
      "Seconds between two polls of a long-running operation. Default: 1, growing to 15. `Retry-After` takes precedence.",
  },
  retryStrategy: {
    kind: "choice",
    choices: ["fixed", "incremental", "exponential", "randomized"],
    description:
      "How the wait between attempts grows: `fixed` stays the same, `incremental` grows by the first wait each time, `exponential` doubles, `randomized` is random between the first wait and twice the wait of `exponential`. Default: `randomized`.",
  },
  retryMaxAttempts: {
    kind: "number",
    description:
      "Maximum number of attempts at a request, including the first. Retries after temporary refusals are limited by time instead. Default: 5.",
  },
  retryBaseDelayMs: {
    kind: "number",
    description:
      "Milliseconds before the second attempt; up to twice as many with `randomized`. Default: 1000.",
  },
  retryMaxDelayMs: {
    kind: "number",
    description:
      "Maximum number of milliseconds between two attempts, unless the service requests a longer delay. Default: 30000.",
  },
  secretChanges: {
    kind: "choice",
    choices: ["ignore", "update"],
    description:
      "Effect of a change of secret fields alone: `ignore` sends nothing and warns, `update` updates the resource. The `secretChanges` of a resource takes precedence. Default: `ignore`.",
  },
} as const satisfies Record<string, KeyFacts>;

export type ConfigurationKey = keyof typeof configurationKeys;
/** A service of which the API version can be configured. */
export interface VersionedApi {
  key: ConfigurationKey;
  defaults: Record<Profile, string>;
}

export const allKeys = Object.keys(configurationKeys) as ConfigurationKey[];
export const tokenKeys = allKeys.filter((key) => configurationKeys[key].kind === "secret");

export function isConfigurationKey(key: string): key is ConfigurationKey {
  return Object.hasOwn(configurationKeys, key);
}

export function isTokenKey(key: string): key is ConfigurationKey {
  return tokenKeys.some((known) => known === key);
}

/** Keys that the engine reads to select the plugin. */
export const ENGINE_KEYS: readonly string[] = [
  "version",
  "pluginDownloadURL",
  "pluginChecksums",
  "__internal",
];

/**
 * Names of the arguments of an explicit provider, which take precedence over the environment. Its other properties are the
 * stack's configuration.
 */
export const OWN_KEYS = `${NAMESPACE}:ownKeys`;

/**
 * Problems of an explicit provider's arguments, as JSON, because `check` reports them and not the constructor. The engine does not
 * display keys that begin with `__`.
 */
export const ARGUMENT_PROBLEMS = `__${NAMESPACE}:argumentProblems`;

export function getEnvironmentVariable(key: ConfigurationKey): string {
  return `VENDORCLOUD_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** The end of a message about a missing value. */
export function explainHowToSet(key: ConfigurationKey): string {
  const secret = configurationKeys[key].kind === "secret";
  // Pulumi prompts for the value of a secret. Every process can see arguments of a command.
  const command = `pulumi config set ${secret ? `--secret ${NAMESPACE}:${key}` : `${NAMESPACE}:${key} <value>`}`;
  return `\`${command}\`, or the environment variable ${getEnvironmentVariable(key)}`;
}

export function getTokenKey(service: ServiceName): ConfigurationKey {
  return `${service}Token`;
}
