import { DIMENSION_APIS, profiles } from "../schema/profile.js";

/** The keys of the configuration, and the names under which users and the engine know them. */

export const NAMESPACE = "vendorcloud";

/** Prefix of the token of each resource and function of the native plugin; the title or name follows. */
export const TOKEN_PREFIX = `${NAMESPACE}:index:`;

/** Prefix of the engine's type of each dynamic resource of this package; the title follows. */
export const TYPE_PREFIX = `pulumi-nodejs:dynamic/${NAMESPACE}:`;

export type ServiceName = "resourceManager" | "business" | "apps";

export interface KeyFacts {
  kind: "address" | "secret" | "text" | "number" | "choice";
  /** The values of a choice. */
  choices?: readonly string[];
  /** Meaning, unit and default: the text of the provider's arguments and of the reference page. */
  description: string;
}

function tokenCommand(service: ServiceName): { kind: "text"; description: string } {
  return {
    kind: "text",
    description: `Command that prints the value of \`${service}Token\`, or JSON with \`accessToken\` and its expiry. It runs before the first request, shortly before the expiry, and once after a 401. Default: none; the configured token is used.`,
  };
}

/** Every configuration key, and the only place where one is described. */
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
  resourceManagerTokenCommand: tokenCommand("resourceManager"),
  businessUrl: { kind: "address", description: "Address of the business service, `https://{api_prefix}`." },
  businessToken: {
    kind: "secret",
    description: "Access token for the business service, sent as `Authorization: Bearer`.",
  },
  businessTokenCommand: tokenCommand("business"),
  appsUrl: { kind: "address", description: "Address of the app service." },
  appsToken: { kind: "secret", description: "API token for the app service, sent as `X-API-Token`." },
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
    description: "API version of container groups. Default: `2023-05-01`.",
  },
  erpApiVersion: { kind: "text", description: "API version of ERP instances. Default: `2023-04-01`." },
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
      "What happens if only values of secret fields change. `ignore` sends nothing and warns; `update` updates the resource. The `secretChanges` of a resource takes precedence. Default: `ignore`.",
  },
} as const satisfies Record<string, KeyFacts>;

export type ConfigurationKey = keyof typeof configurationKeys;
export const allKeys = Object.keys(configurationKeys) as ConfigurationKey[];
export const tokenKeys = allKeys.filter((key) => configurationKeys[key].kind === "secret");

export function isTokenKey(key: string): key is ConfigurationKey {
  return tokenKeys.some((known) => known === key);
}

/** Keys that the engine itself reads: which plugin serves the default provider. */
export const ENGINE_KEYS: readonly string[] = [
  "version",
  "pluginDownloadURL",
  "pluginChecksums",
  "__internal",
];

/**
 * An explicit provider passes on, beside its own arguments, the stack's configuration. Under this key it
 * tells which of them are its own, and so win over the environment.
 */
export const OWN_KEYS = `${NAMESPACE}:ownKeys`;

/**
 * Problems of an explicit provider's arguments, as JSON: its constructor does not throw, `check` reports them. The engine does
 * not display keys that begin with `__`.
 */
export const ARGUMENT_PROBLEMS = `__${NAMESPACE}:argumentProblems`;

/** The property of an explicit provider that names the environment variable a token is read from. */
export function getTokenVariableKey(key: ConfigurationKey): string {
  return `${key}Variable`;
}

export function getEnvironmentVariable(key: ConfigurationKey): string {
  return `VENDORCLOUD_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** The command, or variable, that sets a key: what every message about a missing value ends with. */
export function explainHowToSet(key: ConfigurationKey): string {
  const secret = configurationKeys[key].kind === "secret";
  // Pulumi asks for a secret itself: as an argument every process could see it.
  const command = `pulumi config set ${secret ? `--secret ${NAMESPACE}:${key}` : `${NAMESPACE}:${key} <value>`}`;
  return `\`${command}\`, or the environment variable ${getEnvironmentVariable(key)}`;
}

/** The command that deletes one resource alone, to be copied into a shell: a URN can hold `$`, spaces and quotes. */
export function formatDestroyCommand(urn: string | undefined): string {
  const target = urn === undefined ? "<urn>" : `'${urn.replace(/'/g, "'\\''")}'`;
  return `\`pulumi destroy --target ${target}\``;
}

export function getTokenKey(service: ServiceName): ConfigurationKey {
  return `${service}Token`;
}
