import * as pulumi from "@pulumi/pulumi";
import { type ServiceName, type Settings, tokenKey } from "../configuration.js";
import { failureText } from "../core/failure.js";
import { defaultHint } from "../core/hint.js";
import { LookupProblems } from "../core/lookupProblems.js";
import { asData } from "../engineValues.js";
import { readAddress } from "../http/address.js";
import { ServiceError } from "../http/errors/serviceError.js";
import { TransportError } from "../http/errors/transportError.js";
import { KnownSecrets } from "../http/redaction/knownSecrets.js";
import { REDACTED } from "../http/redaction/redaction.js";
import { SHORTEST_SECRET } from "../http/redaction/secretForms.js";
import type { Context } from "../lifecycle.js";
import { Runtime } from "../runtime.js";
import { isObject, type JsonObject, setOwn } from "../schema/json.js";
import { secretTexts } from "../schema/secrets.js";
import {
  type Configuration,
  cannotAsk,
  configurationOf,
  createFunctionLog,
  type FunctionOptions,
  failingOnce,
  knownConfiguration,
  programError,
  settingsOf,
  warnOfNoToken,
} from "./function.js";

/** A function that asks a service while the program runs, in previews as well. */
export interface Lookup<Question, Answer> {
  /** Name of the function that waits for nothing; the other one has `Output` behind it. */
  name: string;
  service: ServiceName;
  /** What a preview without a token warns of: whom it does not ask, and what is missing then. */
  withoutToken: { title: string; consequence: string };
  /**
   * Reads arguments and configuration.
   * @throws LookupProblems when something is wrong with them
   */
  read(args: JsonObject, settings: Settings): Question;
  /** @param context `hidesAddresses` where none that the service names may stand in an error */
  ask(question: Question, context: Context & { hidesAddresses: boolean }): Promise<Answer>;
  /** What of the question may stand in an error beside the function's name. */
  subject?(question: Question, isSecret: boolean): string | undefined;
  /** What to do about an error that not every function meets. */
  hint?(error: unknown, settings: Settings): string | undefined;
}

/** The functions of one program ask the services within one budget. */
const runtime = new Runtime();

/** Type of the value of an Output. */
export type ValueOf<Output> = Output extends { get(): infer Value } ? Value : never;

/** Arguments of which every part may be an Output. */
export type DeepInput<T> = pulumi.Input<
  T extends Date | string | number | boolean | undefined
    ? T
    : T extends readonly (infer Element)[]
      ? readonly DeepInput<Element>[]
      : { [Name in keyof T]: DeepInput<T[Name]> }
>;

/** Asks at once: everything has to be known. */
export async function lookUp<Question, Answer>(
  lookup: Lookup<Question, Answer>,
  args: JsonObject,
  options: FunctionOptions,
): Promise<Answer> {
  return answered(lookup, args, settingsOf(await knownConfiguration(lookup.name, options)), false);
}

/**
 * Asks once everything is known. In a preview the answer is unknown where an argument is, or where no token is
 * configured; a secret argument makes it a secret.
 */
export function lookUpOutput<Question, Answer>(
  lookup: Lookup<Question, Answer>,
  args: pulumi.Input<JsonObject>,
  options: FunctionOptions,
): pulumi.Output<Answer> {
  const { name, service, withoutToken } = lookup;
  const given: pulumi.Output<unknown> = pulumi.output(args);
  // The token is no part of the result.
  const configuration = pulumi.unsecret(configurationOf(name, options));
  const answer = pulumi.all([given, configuration]).apply(async ([known, values]) => {
    const settings = settingsOf(values as Configuration);
    if (cannotAsk(service, settings)) {
      readBy(lookup, known as JsonObject, settings);
      warnOfNoToken(name, settings, { service, ...withoutToken });
      return pulumi.unknown;
    }
    return answered(lookup, known as JsonObject, settings, await pulumi.isSecret(given));
  });
  return failingOnce(answer) as unknown as pulumi.Output<Answer>;
}

/** @param isSecret whether an argument is one: the service may quote it in whatever spelling, so its words are not shown */
async function answered<Question, Answer>(
  lookup: Lookup<Question, Answer>,
  args: JsonObject,
  settings: Settings,
  isSecret: boolean,
): Promise<Answer> {
  const { name, service, subject } = lookup;
  const question = readBy(lookup, args, settings);
  try {
    const token = settings.token(service);
    // The message is withheld as a whole; a code or a request id is shown, unless it quotes what was asked.
    const secrets = new KnownSecrets(isSecret ? secretTexts(Object.values(args)) : []);
    const log = createFunctionLog(name);
    const context = { runtime, settings, log, secrets, hidesAddresses: isSecret };
    const answer = await lookup.ask(question, context);
    // What is made of an answer (decoded, put together from pages) may be something else than data again.
    return asData(withoutTokens(answer, settings.tokens(), token)) as Answer;
  } catch (error) {
    const token = settings.get(tokenKey(service));
    const what = subject?.(question, isSecret);
    const text = failureText(isSecret ? withheld(error) : withoutQuery(error), {
      resource: what === undefined ? name : `${name} '${what}'`,
      operation: "read",
      hints: [lookup.hint?.(error, settings) ?? defaultHint(error, service, settings)],
      secrets: [...settings.tokens(), ...(token === undefined ? [] : [token])],
    });
    throw programError(text);
  }
}

function readBy<Question>(
  { name, read }: Lookup<Question, unknown>,
  args: JsonObject,
  settings: Settings,
): Question {
  try {
    return read(args, settings);
  } catch (error) {
    if (!(error instanceof LookupProblems)) throw error;
    const lines = error.problems.map(({ path, message }) => `${path}: ${message}`);
    throw programError([`${name}:`, ...lines].join(lines.length === 1 ? " " : "\n  "));
  }
}

/**
 * What a program gets may end in the state: a service that repeats a token, its own or another one that a gateway has seen,
 * is not repeated here. A stand-in for a token is looked for as it is, and among values alone.
 */
function withoutTokens(answer: unknown, tokens: readonly string[], own: string): unknown {
  const known = new KnownSecrets(tokens);
  const hide = (text: string): string => (known.isIn(text) ? known.mask(text) : text);
  const hideStandIn = (text: string): string =>
    own.length < SHORTEST_SECRET || tokens.includes(own) ? text : text.replaceAll(own, REDACTED);
  // Every record has the same.
  const names = new Map<string, string>();
  const nameOf = (name: string): string => {
    const shown = names.get(name) ?? hide(name);
    names.set(name, shown);
    return shown;
  };
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return hideStandIn(hide(value));
    if (typeof value === "number") return known.isIn(String(value)) ? REDACTED : value;
    if (Array.isArray(value)) return value.map(walk);
    if (!isObject(value)) return value;
    const result: JsonObject = {};
    for (const [name, child] of Object.entries(value)) setOwn(result, nameOf(name), walk(child));
    return result;
  };
  return walk(answer);
}

/** The address without its query: a program that has unwrapped a secret may have put it there. */
function withoutQuery(error: unknown): unknown {
  return error instanceof TransportError ? error.with({ url: error.url.split("?", 1)[0] ?? "" }) : error;
}

function withheld(error: unknown): unknown {
  if (error instanceof TransportError) {
    // A host that has a part in common with the secret is no address any more.
    const url = readAddress(error.url)?.origin ?? "(address not shown)";
    const reason = error.kind === "redirect" ? "a redirect that is not followed" : error.reason;
    return error.with({ url, reason, said: undefined });
  }
  if (!(error instanceof ServiceError)) return error;
  const { status, code, requestId, url, outcome } = error;
  const message = "(the service's message is not shown, since an input of the query is a secret)";
  return new ServiceError({
    status,
    outcome,
    message,
    url,
    details: [],
    ...(code && { code }),
    ...(requestId && { requestId }),
  });
}
