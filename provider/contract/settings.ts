import type { Finding } from "../schema/finding.js";
import { AZURE_ADDRESSES, DIMENSION_APIS, type Profile } from "../schema/profile.js";
import { findServiceAddressProblem } from "./address.js";
import {
  ARGUMENT_PROBLEMS,
  allKeys,
  type ConfigurationKey,
  configurationKeys,
  explainHowToSet,
  getEnvironmentVariable,
  getTokenKey,
  getTokenVariableKey,
  type KeyFacts,
  NAMESPACE,
  OWN_KEYS,
  type ServiceName,
  tokenKeys,
  type VersionedApi,
} from "./configuration.js";
import { ProviderError } from "./providerError.js";

/** A stack's configuration, or the properties of an explicit provider. */
export interface RawConfiguration {
  get(key: string): string | undefined;
  /** The command that signs in. Default: that of the npm package. */
  readonly signInCommand?: string | undefined;
}

export type RetryStrategyName = (typeof configurationKeys.retryStrategy.choices)[number];

/** Values of the configuration keys with these names. */
export interface RetryOptions {
  retryStrategy: RetryStrategyName;
  retryMaxAttempts: number;
  retryBaseDelayMs: number;
  retryMaxDelayMs: number;
}

/** Minimum length of a token that is masked before it is sent. A shorter one is no real token, and may be part of other texts. */
export const SHORTEST_TOKEN = 12;

/** Places of a value. A lower one takes precedence. */
const [PROVIDER, ENVIRONMENT, STACK] = [0, 1, 2];

/** Values of the configuration and the environment. Each call reads them again. */
export class Settings {
  constructor(
    private readonly configuration: RawConfiguration,
    private readonly environment: NodeJS.ProcessEnv = process.env,
  ) {}

  /** The value, or the address of the public service with the profile `azure`. */
  get(key: ConfigurationKey): string | undefined {
    const { value } = this.#find(key);
    return value ?? (this.#find("profile").value === "azure" ? AZURE_ADDRESSES[key] : undefined);
  }

  /** `variable`: the environment variable that an explicit provider names for the value. */
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
    const value = this.#getChecked(key);
    return value === undefined ? undefined : Number(value);
  }

  get profile(): Profile {
    return this.#choice("profile", "vendor");
  }

  /** The API version of requests. */
  apiVersion({ key, defaults }: VersionedApi): string {
    return this.get(key) ?? defaults[this.profile];
  }

  get defaultDimensionsApi(): "v1.0" | "v2.0" {
    return this.#choice("defaultDimensionsApi", DIMENSION_APIS[this.profile]);
  }

  get retry(): RetryOptions {
    return {
      retryStrategy: this.#choice<RetryStrategyName>("retryStrategy", "randomized"),
      retryMaxAttempts: this.number("retryMaxAttempts") ?? 5,
      retryBaseDelayMs: this.number("retryBaseDelayMs") ?? 1000,
      retryMaxDelayMs: this.number("retryMaxDelayMs") ?? 30_000,
    };
  }

  #choice<Value extends string>(key: ConfigurationKey, fallback: Value): Value {
    return (this.#getChecked(key) ?? fallback) as Value;
  }

  /** Checks the value, because a refresh and a delete have no `check`. */
  #getChecked(key: ConfigurationKey): string | undefined {
    const problem = this.#problem(key);
    if (problem !== undefined) throw new ProviderError(`${this.#nameOf(key)}: ${problem}.`);
    return this.get(key);
  }

  /** The address without a trailing slash. */
  address(service: ServiceName): string {
    const value = this.#getChecked(addressKey(service)) ?? "";
    let end = value.length;
    while (value[end - 1] === "/") end--;
    return value.slice(0, end);
  }

  /** The command that prints the token; undefined if a token is set in a place that takes precedence, or in the same place. */
  tokenCommand(service: ServiceName): string | undefined {
    const [token, command] = [this.#find(getTokenKey(service)), this.#find(`${service}TokenCommand`)];
    return token.value === undefined || command.place < token.place ? command.value : undefined;
  }

  /** @throws ProviderError that says how to set a missing token */
  token(service: ServiceName): string {
    const value = this.get(getTokenKey(service));
    if (value !== undefined) return value;
    throw new ProviderError(`no token is configured. Set it with ${this.howToSetToken(service)}.`);
  }

  /** What identifies the credentials of a service in this process. */
  account(service: ServiceName): string {
    return this.tokenCommand(service) ?? this.token(service);
  }

  /** What sets the token in the place where it is, or where it is missing. */
  howToSetToken(service: ServiceName): string {
    if (this.tokenCommand(service) !== undefined)
      return `the command in \`${NAMESPACE}:${service}TokenCommand\``;
    const key = getTokenKey(service);
    const { place, variable } = this.#find(key);
    if (variable !== undefined)
      return `the environment variable ${variable}, which the resource's \`Provider\` reads`;
    if (place === PROVIDER) return this.#nameOf(key);
    const { signInCommand = "npx -p pulumi-vendorcloud vendorcloud login" } = this.configuration;
    const signIn = service === "resourceManager" ? `, or sign in with \`${signInCommand}\`` : "";
    return explainHowToSet(key) + signIn;
  }

  /** Where the value of a key comes from, for a message. */
  placeOf(key: ConfigurationKey): string {
    const { place } = this.#find(key);
    return place === ENVIRONMENT
      ? `the environment variable ${getEnvironmentVariable(key)}`
      : this.#nameOf(key);
  }

  /** The configured tokens of all services, to mask them. */
  tokens(): string[] {
    return tokenKeys.flatMap((key) => this.get(key) ?? []).filter((token) => token.length >= SHORTEST_TOKEN);
  }

  hasToken(service: ServiceName): boolean {
    return this.get(getTokenKey(service)) !== undefined || this.tokenCommand(service) !== undefined;
  }

  /** Whether `refresh` and `destroy` read the current token, from the environment or a command, and not that of the state. */
  hasTokenInVariable(service: ServiceName): boolean {
    const { place, variable } = this.#find(getTokenKey(service));
    return this.tokenCommand(service) !== undefined || variable !== undefined || place === ENVIRONMENT;
  }

  #ownKeys(): string[] {
    return this.configuration.get(OWN_KEYS)?.split(",") ?? [];
  }

  /** Problems for a resource of `service`. @param profile the only one that has the resource. Default: all have it */
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
    const profile = this.get("profile") ?? "vendor";
    if (needed === undefined || profile === needed) return [];
    const message = `must be \`${needed}\`: the services of \`${profile}\` do not have this resource. Set it with ${explainHowToSet("profile")}`;
    return [{ path: this.#nameOf("profile"), message }];
  }

  /** The key as the user knows it. */
  #nameOf(key: ConfigurationKey): string {
    return this.#ownKeys().includes(key)
      ? `\`${key}\` of the resource's \`Provider\``
      : `${NAMESPACE}:${key}`;
  }

  #argumentProblems(): Finding[] {
    const found = this.configuration.get(ARGUMENT_PROBLEMS);
    return found === undefined ? [] : JSON.parse(found);
  }

  #problem(key: ConfigurationKey): string | undefined {
    const { kind, choices = [] }: KeyFacts = configurationKeys[key];
    const value = this.get(key);
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

/** Pipelines set a variable to an empty text for a missing secret. */
function nonEmpty(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === "" ? undefined : value.trim();
}
