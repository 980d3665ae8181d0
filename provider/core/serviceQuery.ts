import { readAddress } from "../contract/address.js";
import type { ServiceName } from "../contract/configuration.js";
import type { Context } from "../contract/lifecycle.js";
import { getOutcome, ProviderError } from "../contract/providerError.js";
import type { Settings } from "../contract/settings.js";
import { ServiceError } from "../http/serviceError.js";
import { TransportError } from "../http/transportError.js";
import { toEngineData, toServiceData } from "../schema/colourMarks.js";
import { CONVERTED, hasConvertedOutput } from "../schema/engineValues.js";
import type { Report } from "../schema/finding.js";
import type { Json, PropertyMap } from "../schema/json.js";
import type { Schema } from "../schema/keywords.js";
import { joinPath } from "../schema/path.js";
import { PLACEHOLDER } from "../schema/secret.js";
import { collectTexts, listPaths } from "../schema/secretTree.js";
import { KnownSecrets } from "../text/knownSecrets.js";
import { type Foreign, foreign, joinTexts, message, type Text, toText } from "../text/message.js";
import { formatFailure, getDefaultHint } from "./failure.js";
import { createNamedLog, type MessageLog } from "./log.js";

/** A function that queries a service while the program runs, also in previews. */
export interface ServiceQuery<Question> {
  /** Name of the asynchronous function. The name of its other form ends in `Output`. */
  name: string;
  service: ServiceName;
  /** Texts for the warning of a preview without a token: the service that is not queried, and the consequence. */
  withoutToken: { title: string; consequence: string };
  /** Reads arguments of known names and the configuration, and reports all problems of the arguments. */
  read(args: PropertyMap, settings: Settings, report: Report): Question;
  ask(question: Question, context: Context): Promise<Json>;
  /** The part of the question that an error may show after the name of the function. */
  subject?(question: Question, isSecret: boolean): Text | Foreign | undefined;
  /**
   * Values in the question that messages do not show. They may be secrets, because SDKs do not pass marks to functions of the native
   * plugin, and a program may have unwrapped them. Default: none.
   */
  values?(question: Question): readonly string[];
  /** A hint about an error that is specific to this function. */
  hint?(error: unknown, settings: Settings, question: Question): string | undefined;
  describe(): FunctionSchema;
}

export interface FunctionSchema {
  description: string;
  arguments: Record<string, Schema>;
  required?: string[];
  /** Name of the property of the result with the list of the service, because a function must return an object. */
  list?: string;
  /** Name of the type of each item. Without it, items may contain other fields than those in `result`. */
  item?: string;
  /** Fields of the result, or of each item of the list. */
  result: Record<string, Schema>;
}

export interface QueryContext extends Pick<Context, "settings" | "runtime"> {
  log: Omit<MessageLog, "sent">;
  /** Whether an argument is a secret. The service's messages are then not shown, because they may quote it in any spelling. */
  isSecret: boolean;
  isPreview: boolean;
}

/**
 * Queries the service.
 *
 * @throws ProviderError whose message contains no secret
 */
export async function runQuery<Question>(
  query: ServiceQuery<Question>,
  args: PropertyMap,
  { settings, runtime, log, isSecret, isPreview }: QueryContext,
): Promise<Json> {
  const { name, service, subject } = query;
  // Codes and request ids are shown, so secret arguments in them have to be masked.
  const secrets = new KnownSecrets(isSecret ? collectTexts(Object.values(args)) : [], runtime.secrets);
  const { token } = settings.tokenSource(service);
  runtime.secrets.add(...settings.tokens(), ...(token === undefined ? [] : [token]));
  const question = readArguments(query, toServiceData(args), settings, { secrets, isSecret });
  secrets.add(...(query.values?.(question) ?? []));
  try {
    const named = createNamedLog(log, name, secrets, false);
    const answer = await query.ask(question, { runtime, settings, log: named, secrets, isPreview });
    // Decoding a response and joining pages may have produced values that are not plain data.
    return toEngineData(answer);
  } catch (error) {
    const what = subject?.(question, isSecret);
    const text = formatFailure(isSecret ? withoutSecretTexts(error) : withoutQuery(error), {
      resource: what === undefined ? name : message`${name} '${what}'`,
      operation: "read",
      hints: [query.hint?.(error, settings, question) ?? getDefaultHint(error, service, settings)],
      secrets,
    });
    throw new ProviderError(text, getOutcome(error));
  }
}

/** Explains why a preview without a token sends no request, and the consequence. */
export function formatNoTokenMessage(
  settings: Settings,
  { service, withoutToken: { title, consequence } }: Pick<ServiceQuery<unknown>, "service" | "withoutToken">,
): string {
  return (
    `no token is configured, so this preview does not query ${title}: ${consequence}. ` +
    `Set the token with ${settings.howToSetToken(service)}.`
  );
}

/**
 * Reads arguments and configuration.
 *
 * @param options.isSecret whether the arguments are secrets, whose names are then not shown
 * @throws ProviderError that lists all problems
 */
export function readArguments<Question>(
  { name, service, describe, read }: ServiceQuery<Question>,
  args: PropertyMap,
  settings: Settings,
  { secrets = new KnownSecrets(settings.tokens()), isSecret = false } = {},
): Question {
  const known = Object.keys(describe().arguments);
  const unknown = Object.keys(args).filter((given) => !known.includes(given));
  const problems: Text[] = [];
  const add = (path: string, problem: string): void => {
    const isOwnName = known.includes(path);
    problems.push(message`${isSecret && !isOwnName ? PLACEHOLDER : foreign(path)}: ${problem}`);
  };
  // A misspelled name would have no effect.
  for (const given of unknown)
    add(joinPath("", given), `is not a known name; use ${known.join(", ") || "no arguments"}`);
  // A filter that contains one would find nothing.
  const isConverted = (value: Json): boolean => typeof value === "string" && hasConvertedOutput(value);
  const converted = listPaths(undefined, args, isConverted);
  for (const path of converted) add(path, CONVERTED);
  const question = read(args, settings, (path, problem) => {
    if (!unknown.includes(path) && !converted.has(path)) add(path, problem);
  });
  problems.push(...settings.problems(service).map(({ path, message }) => `${path}: ${message}`));
  if (problems.length === 0) return question;
  const separator = problems.length === 1 ? " " : "\n  ";
  throw new ProviderError(toText(message`${name}:${separator}${joinTexts(problems, "\n  ")}`, secrets));
}

/** Removes the query of the URL, because it may contain a secret that the program has unwrapped. */
function withoutQuery(error: unknown): unknown {
  if (!(error instanceof TransportError)) return error;
  return error.with({ url: foreign(error.url.raw.split("?", 1)[0] ?? "") });
}

/** Removes the texts of an error that may quote a secret argument in any spelling. */
function withoutSecretTexts(error: unknown): unknown {
  if (error instanceof TransportError) {
    const url = foreign(readAddress(error.url.raw)?.origin ?? "(address not shown)");
    return error.with({ url, reason: String(error.reason), serviceText: undefined });
  }
  if (error instanceof ServiceError) {
    const { code } = error.detail;
    const detail = { ...(code && { code }), message: NOT_SHOWN, details: [] };
    const { status, outcome, requestId } = error;
    return new ServiceError({ status, outcome, requestId, detail });
  }
  return error instanceof ProviderError ? new ProviderError(String(error.text), error.outcome) : error;
}

const NOT_SHOWN = "(the service's message is not shown, since an input of the query is a secret)";
