import type { Finding } from "../schema/inspect.js";
import { isUnknown } from "../schema/json.js";
import { AZURE_ADDRESSES, DIMENSION_APIS, type Profile, profiles } from "../schema/profile.js";
import { findServiceAddressProblem } from "./address.js";
import { ProviderError } from "./providerError.js";

/** Configuration and environment -> Settings, read anew at every call. */

export const NAMESPACE = "vendorcloud";

/** Prefix of the token of each resource and function of the native plugin; the title or name follows. */
export const TOKEN_PREFIX = `${NAMESPACE}:index:`;

/** Prefix of the engine's type of each dynamic resource of this package; the title follows. */
export const TYPE_PREFIX = `pulumi-nodejs:dynamic/${NAMESPACE}:`;

export type ServiceName = "resourceManager" | "business" | "apps";

interface KeyFacts {
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
    choices: ["fixed", "incremental", "exponential", "randomized"] satisfies RetryStrategyName[],
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

export type RetryStrategyName = "fixed" | "incremental" | "exponential" | "randomized";

/** How often and when something is tried again: the values of the keys of these names. */
export interface RetryOptions {
  retryStrategy: RetryStrategyName;
  retryMaxAttempts: number;
  retryBaseDelayMs: number;
  retryMaxDelayMs: number;
}

/** Where values come from: a stack's configuration, or the properties of an explicit provider. */
export interface RawConfiguration {
  get(key: string): string | undefined;
}

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

/** Real tokens are longer. A short one, such as a word for the emulator, may be part of unrelated texts. */
export const SHORTEST_TOKEN = 12;

/** Places of a value, the nearest to the program first. */
const [PROVIDER, ENVIRONMENT, STACK] = [0, 1, 2];

export class Settings {
  constructor(
    private readonly configuration: RawConfiguration,
    private readonly environment: NodeJS.ProcessEnv = process.env,
  ) {}

  /** A value as it is set: the explicit provider's own, else the environment's, else the stack's. */
  get(key: ConfigurationKey): string | undefined {
    return this.#find(key).value;
  }

  /** A value, the variable that an explicit provider names for it, and its place. */
  #find(key: ConfigurationKey): { value: string | undefined; place: number; variable?: string } {
    const configured = nonEmpty(this.configuration.get(`${NAMESPACE}:${key}`));
    const own = this.#ownKeys();
    if (own.includes(key)) return { value: configured, place: PROVIDER };
    const variableKey = getTokenVariableKey(key);
    const variable = own.includes(variableKey)
      ? this.configuration.get(`${NAMESPACE}:${variableKey}`)
      : undefined;
    if (variable !== undefined)
      return { value: nonEmpty(this.environment[variable]), place: PROVIDER, variable };
    const value = nonEmpty(this.environment[getEnvironmentVariable(key)]);
    return value === undefined ? { value: configured, place: STACK } : { value, place: ENVIRONMENT };
  }

  number(key: ConfigurationKey): number | undefined {
    const value = this.get(key);
    return value === undefined ? undefined : Number(value);
  }

  /** The names that the services have. */
  get profile(): Profile {
    return this.#choice("profile", "vendor");
  }

  /** The version of the interface of default dimensions. */
  get defaultDimensionsApi(): "v1.0" | "v2.0" {
    return this.#choice("defaultDimensionsApi", DIMENSION_APIS[this.profile]);
  }

  /** How often and when something is tried again. */
  get retry(): RetryOptions {
    return {
      retryStrategy: this.#choice<RetryStrategyName>("retryStrategy", "randomized"),
      retryMaxAttempts: this.number("retryMaxAttempts") ?? 5,
      retryBaseDelayMs: this.number("retryBaseDelayMs") ?? 1000,
      retryMaxDelayMs: this.number("retryMaxDelayMs") ?? 30_000,
    };
  }

  /** A value of a fixed set. A refresh and a delete come without a `check`. */
  #choice<Value extends string>(key: ConfigurationKey, fallback: Value): Value {
    const problem = this.#problem(key);
    if (problem !== undefined) throw new ProviderError(`${this.#nameOf(key)}: ${problem}.`);
    return (this.get(key) ?? fallback) as Value;
  }

  /** The address of a service, without a trailing slash. A refresh and a delete come without a `check`. */
  address(service: ServiceName): string {
    const key = addressKey(service);
    const value = this.#addressAt(key);
    if (value === undefined)
      throw new ProviderError(`no address is configured. Set it with ${explainHowToSet(key)}.`);
    const problem = findServiceAddressProblem(value);
    if (problem !== undefined) throw new ProviderError(`${this.#nameOf(key)}: ${problem}.`);
    let end = value.length;
    while (value[end - 1] === "/") end--;
    return value.slice(0, end);
  }

  /** The command that prints the token of a service; none where the token itself is given as near to the program. */
  tokenCommand(service: ServiceName): string | undefined {
    const [token, command] = [this.#find(getTokenKey(service)), this.#find(`${service}TokenCommand`)];
    return token.value === undefined || command.place < token.place ? command.value : undefined;
  }

  /** The token of a service, read at the moment of the call; a missing one names what sets it. */
  token(service: ServiceName): string {
    const value = this.get(getTokenKey(service));
    if (value !== undefined) return value;
    throw new ProviderError(`no token is configured. Set it with ${this.howToSetToken(service)}.`);
  }

  /** Where the token in use comes from, and what sets it there. */
  howToSetToken(service: ServiceName): string {
    if (this.tokenCommand(service) !== undefined)
      return `the command in \`${NAMESPACE}:${service}TokenCommand\``;
    const key = getTokenKey(service);
    const { place, variable } = this.#find(key);
    if (variable !== undefined)
      return `the environment variable ${variable}, which the resource's \`Provider\` reads`;
    if (place === PROVIDER) return this.#nameOf(key);
    const signIn =
      service === "resourceManager" ? ", or sign in with `npx -p pulumi-vendorcloud vendorcloud login`" : "";
    return explainHowToSet(key) + signIn;
  }

  /** All tokens that are configured, for whatever service. */
  tokens(): string[] {
    return tokenKeys.flatMap((key) => this.get(key) ?? []).filter((token) => token.length >= SHORTEST_TOKEN);
  }

  hasToken(service: ServiceName): boolean {
    return this.get(getTokenKey(service)) !== undefined || this.tokenCommand(service) !== undefined;
  }

  /** Whether every command reads the current token: from the environment, or from a command. */
  hasTokenInVariable(service: ServiceName): boolean {
    const { place, variable } = this.#find(getTokenKey(service));
    return this.tokenCommand(service) !== undefined || variable !== undefined || place === ENVIRONMENT;
  }

  #ownKeys(): string[] {
    return this.configuration.get(OWN_KEYS)?.split(",") ?? [];
  }

  /** Problems of the configuration that concern a resource of `service`, which may need a profile. */
  problems(service: ServiceName, profile?: Profile): Finding[] {
    const relevant = allKeys.filter(
      (key) => configurationKeys[key].kind !== "address" || key === addressKey(service),
    );
    const configured = relevant.flatMap((key) => {
      const message = this.#problem(key);
      return message === undefined ? [] : [{ path: this.#nameOf(key), message }];
    });
    return [...this.#argumentProblems(), ...configured, ...this.#profileProblems(profile)];
  }

  #profileProblems(needed: Profile | undefined): Finding[] {
    const profile = this.get("profile");
    if (needed === undefined || isUnknown(profile) || (profile ?? "vendor") === needed) return [];
    const message = `must be \`${needed}\`: the services of \`${profile ?? "vendor"}\` do not have this resource. Set it with ${explainHowToSet("profile")}`;
    return [{ path: this.#nameOf("profile"), message }];
  }

  /** A key as the user has set it. */
  #nameOf(key: ConfigurationKey): string {
    return this.#ownKeys().includes(key)
      ? `\`${key}\` of the resource's \`Provider\``
      : `${NAMESPACE}:${key}`;
  }

  #argumentProblems(): Finding[] {
    const found = this.configuration.get(ARGUMENT_PROBLEMS);
    return found === undefined || isUnknown(found) ? [] : JSON.parse(found);
  }

  #addressAt(key: ConfigurationKey): string | undefined {
    return this.get(key) ?? (this.get("profile") === "azure" ? AZURE_ADDRESSES[key] : undefined);
  }

  #problem(key: ConfigurationKey): string | undefined {
    const { kind, choices = [] }: KeyFacts = configurationKeys[key];
    const value = kind === "address" ? this.#addressAt(key) : this.get(key);
    if (isUnknown(value)) return undefined;
    if (value === undefined)
      return kind === "address" ? `required. Set it with ${explainHowToSet(key)}` : undefined;
    switch (kind) {
      case "address":
        return findServiceAddressProblem(value);
      case "number":
        return Number.isFinite(Number(value)) && Number(value) > 0
          ? undefined
          : "must be a number greater than 0";
      case "choice":
        return choices.includes(value) ? undefined : `must be one of ${choices.join(", ")}`;
      default:
        return undefined;
    }
  }
}

function addressKey(service: ServiceName): ConfigurationKey {
  return `${service}Url`;
}

export function getTokenKey(service: ServiceName): ConfigurationKey {
  return `${service}Token`;
}

/** A variable set to nothing, as pipelines do for missing secrets, is not set. */
function nonEmpty(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === "" ? undefined : value.trim();
}
