import type { Finding } from "../schema/finding.js";
import { findServiceAddressProblem } from "./address.js";
import {
  ARGUMENT_PROBLEMS,
  allKeys,
  type ConfigurationKey,
  configurationKeys,
  explainHowToSet,
  getEnvironmentVariable,
  getTokenKey,
  type KeyFacts,
  NAMESPACE,
  OWN_KEYS,
  type ServiceName,
  serviceNames,
  tokenKeys,
  type VersionedApi,
} from "./configuration.js";
import { AZURE_ADDRESSES, DIMENSION_APIS, type Profile } from "./profile.js";
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

/** Places of values. An earlier one takes precedence. */
const places = ["provider", "environment", "stack"] as const;
type Place = (typeof places)[number];

/** Where the token of a service comes from. */
interface TokenSource {
  /** Absent if no token is configured, or if a command prints it. */
  token?: string | undefined;
  command?: string | undefined;
  /** What sets the token in the place where it is, or where it is missing. */
  howToSet: string;
  /** Whether `refresh` and `destroy` read the current token, from the environment or a command, and not that of the state. */
  isCurrent: boolean;
}

/** Values of the configuration and the environment. Each call reads them again. */
export class Settings {
  constructor(
    private readonly configuration: RawConfiguration,
    private readonly environment: NodeJS.ProcessEnv = process.env,
  ) {}

  /** The value, or the address of the public service with the profile `azure`. */
  get(key: ConfigurationKey): string | undefined {
    const value = this.#read(key);
    return value ?? (this.#read("profile") === "azure" ? AZURE_ADDRESSES[key] : undefined);
  }

  #read(key: ConfigurationKey, place = this.#findPlace(key)): string | undefined {
    if (place === "environment") return nonEmpty(this.environment[getEnvironmentVariable(key)]);
    const isThere = this.#isOwn(key) === (place === "provider");
    return isThere ? nonEmpty(this.configuration.get(`${NAMESPACE}:${key}`)) : undefined;
  }

  /** The first place with one of the keys. An explicit provider's argument counts even if it is empty: accounts never mix. */
  #findPlace(...keys: ConfigurationKey[]): Place {
    if (keys.some((key) => this.#isOwn(key))) return "provider";
    return keys.some((key) => this.#read(key, "environment") !== undefined) ? "environment" : "stack";
  }

  #isOwn(key: ConfigurationKey): boolean {
    return this.configuration.get(OWN_KEYS)?.split(",").includes(key) === true;
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

  /** Of the keys in the same place, the first takes precedence: the token, the variable that holds it, the command that prints it. */
  tokenSource(service: ServiceName): TokenSource {
    const keys = [getTokenKey(service), `${service}TokenVariable`, `${service}TokenCommand`] as const;
    const place = this.#findPlace(...keys);
    const [token, variable, command] = keys.map((key) => this.#read(key, place));
    const held = variable && nonEmpty(this.environment[variable]);
    if (token === undefined && held === undefined && command !== undefined)
      return { command, howToSet: `the command in \`${NAMESPACE}:${keys[2]}\``, isCurrent: true };
    if (token === undefined && variable !== undefined) {
      const reader = place === "provider" ? "the resource's `Provider`" : `\`${NAMESPACE}:${keys[1]}\``;
      const howToSet = `the environment variable ${variable}, which ${reader} reads`;
      return { token: held, howToSet, isCurrent: true };
    }
    const howToSet = place === "provider" ? nameArgument(keys[0]) : this.#explainSignIn(service);
    return { token, howToSet, isCurrent: place === "environment" };
  }

  #explainSignIn(service: ServiceName): string {
    const { signInCommand = "npx -p pulumi-vendorcloud vendorcloud login" } = this.configuration;
    const signIn = service === "resourceManager" ? `, or sign in with \`${signInCommand}\`` : "";
    return explainHowToSet(getTokenKey(service)) + signIn;
  }

  /** @throws ProviderError that says how to set a missing token */
  token(service: ServiceName): string {
    const { token, howToSet } = this.tokenSource(service);
    if (token !== undefined) return token;
    throw new ProviderError(`no token is configured. Set it with ${howToSet}.`);
  }

  /** What identifies the credentials of a service in this process. */
  account(service: ServiceName): string {
    return this.tokenSource(service).command ?? this.token(service);
  }

  howToSetToken(service: ServiceName): string {
    return this.tokenSource(service).howToSet;
  }

  hasToken(service: ServiceName): boolean {
    const { token, command } = this.tokenSource(service);
    return (token ?? command) !== undefined;
  }

  /** The configured tokens of all services, to mask them, whether they are used or not. */
  tokens(): string[] {
    const configured = tokenKeys.flatMap((key) => places.map((place) => this.#read(key, place)));
    const used = serviceNames.map((service) => this.tokenSource(service).token);
    const all = [...configured, ...used].filter((token) => token !== undefined);
    return [...new Set(all)].filter((token) => token.length >= SHORTEST_TOKEN);
  }

  /** Where the value of a key comes from, for a message. */
  placeOf(key: ConfigurationKey): string {
    return this.#findPlace(key) === "environment"
      ? `the environment variable ${getEnvironmentVariable(key)}`
      : this.#nameOf(key);
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
    return this.#isOwn(key) ? nameArgument(key) : `${NAMESPACE}:${key}`;
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

function nameArgument(key: ConfigurationKey): string {
  return `\`${key}\` of the resource's \`Provider\``;
}

function addressKey(service: ServiceName): ConfigurationKey {
  return `${service}Url`;
}

/** Pipelines set a variable to an empty text for a missing secret. */
function nonEmpty(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === "" ? undefined : value.trim();
}
