import * as pulumi from "@pulumi/pulumi";
import { allKeys, NAMESPACE } from "../../contract/configuration.js";
import { ProviderError } from "../../contract/providerError.js";
import { Runtime } from "../../contract/runtime.js";
import { Settings } from "../../contract/settings.js";
import type { MessageLog } from "../../core/log.js";
import {
  formatNoTokenMessage,
  type QueryContext,
  readArguments,
  runQuery,
  type ServiceQuery,
} from "../../core/serviceQuery.js";
import { isObject, type PropertyMap } from "../../schema/json.js";
import { NO_GUID } from "../../schema/normalize.js";
import { replaceValues } from "../../schema/secretTree.js";
import { KnownSecrets } from "../../text/knownSecrets.js";
import { listForeign, message, toText } from "../../text/message.js";
import { isFirstInRun, Provider } from "./provider.js";

/** The account that a function uses. */
export interface FunctionOptions {
  /** Provider to use. Default: the provider of `parent`, else environment and stack configuration. */
  provider?: Provider;
  /** Component whose provider is used. Default: none. */
  parent?: pulumi.Resource;
}

/** Values of the configuration, under the keys that hooks get. */
type Configuration = Record<string, string | undefined>;

function createSettings(configuration: Configuration): Settings {
  return new Settings({ get: (key) => configuration[key] });
}

/** @param name of the function, for its errors */
function getConfiguration(name: string, { provider, parent }: FunctionOptions): pulumi.Output<Configuration> {
  const account = provider ?? parent?.getProvider("pulumi-nodejs:dynamic:Resource");
  if (account instanceof Provider) return account.configuration;
  if (provider !== undefined)
    throw createProgramError(`${name}: provider: must be a Provider of this package`);
  const config = new pulumi.Config(NAMESPACE);
  return pulumi.output(Object.fromEntries(allKeys.map((key) => [`${NAMESPACE}:${key}`, config.get(key)])));
}

/** {@link getConfiguration} for a function that returns a promise. @throws RunError if a preview does not know the values yet */
async function resolveConfiguration(name: string, options: FunctionOptions): Promise<Configuration> {
  const configuration = await knownValue(getConfiguration(name, options));
  if (configuration !== undefined) return configuration;
  throw createProgramError(
    `${name}: the provider's configuration is not known yet in this preview. Use ${name}Output, which waits for it.`,
  );
}

/** The value of an Output; undefined if a preview does not know it. */
async function knownValue<T>(output: pulumi.Output<T>): Promise<T | undefined> {
  return (await isKnown(output)) ? (output as unknown as { promise(): Promise<T> }).promise() : undefined;
}

/** Whether a preview knows the value of an Output. */
export function isKnown(output: pulumi.Output<unknown>): Promise<boolean> {
  return (output as unknown as { isKnown: Promise<boolean> }).isKnown;
}

/**
 * Creates an error without stack frames. The SDK does not print those of a RunError, but it formats them, and with its frame
 * `node_modules/@pulumi/output.ts` that takes half a minute in Node 20.
 */
export function createProgramError(text: string): Error {
  const error = new pulumi.RunError(text);
  error.stack = text;
  return error;
}

/**
 * Makes an Output that fails end the program with one error, whether the program uses it or not. Node would print a warning for
 * each promise that the SDK derives from it. Without an engine, a unit test handles them itself.
 */
export function failOnce<T>(output: pulumi.Output<T>): pulumi.Output<T> {
  if (!pulumi.runtime.hasEngine()) return output;
  const inside = output as unknown as Record<"isKnown" | "isSecret", Promise<boolean>> & {
    promise(): Promise<T>;
  };
  for (const derived of [inside.isKnown, inside.isSecret]) derived.catch(() => undefined);
  // Nothing handles this new promise, so the SDK reports its error.
  void inside.promise();
  return output;
}

export function createProgramLog(): Omit<MessageLog, "sent"> {
  return {
    progress: (message) => void pulumi.log.info(message, undefined, undefined, true),
    info: (message) => void pulumi.log.info(message),
    warn: (message) => void pulumi.log.warn(message),
  };
}

/** Whether a unit test has replaced the engine with `pulumi.runtime.setMocks`. */
function isMocked(): boolean {
  const monitor: unknown = pulumi.runtime.getMonitor();
  return isObject(monitor) && "mocks" in monitor;
}

/** A unit test with mocks needs no configuration. */
const MOCKED_CONFIGURATION: Configuration = {
  [`${NAMESPACE}:resourceManagerUrl`]: "https://mocked.invalid",
  [`${NAMESPACE}:businessUrl`]: "https://mocked.invalid",
  [`${NAMESPACE}:appsUrl`]: "https://mocked.invalid",
  [`${NAMESPACE}:subscriptionId`]: NO_GUID,
  [`${NAMESPACE}:companyId`]: NO_GUID,
};

/** Warns once per run of the program that a preview sends no request. */
export function warnOfNoToken(
  name: string,
  settings: Settings,
  service: Pick<ServiceQuery<unknown>, "service" | "withoutToken">,
): void {
  if (isFirstInRun(`${name}: no token`))
    void pulumi.log.warn(`${name}: ${formatNoTokenMessage(settings, service)}`);
}

/** All functions of a program share the limits of each service. */
const runtime = new Runtime();

export type ValueOf<Output> = Output extends { get(): infer Value } ? Value : never;

/** A type in which every part may be an Output. */
export type DeepInput<T> = pulumi.Input<
  T extends Date | string | number | boolean | undefined
    ? T
    : T extends readonly (infer Element)[]
      ? readonly DeepInput<Element>[]
      : { [Name in keyof T]: DeepInput<T[Name]> }
>;

/** Loads a query only when its function is called, because most programs call none. */
type LoadQuery = () => ServiceQuery<unknown>;

/**
 * Queries at once, with known arguments.
 *
 * @typeParam Answer type of the result, which only the query checks
 */
export async function callFunction<Answer>(
  load: LoadQuery,
  args: PropertyMap,
  options: FunctionOptions,
): Promise<Answer> {
  const query = load();
  requireValues(query.name, args);
  const settings = createSettings(await resolveConfiguration(query.name, options));
  const answer = inProgram(() =>
    isMocked() ? askMocks(query, args) : runQuery(query, args, contextOf(settings, false)),
  );
  return answer as Promise<Answer>;
}

/** The query would read the methods of an Output in place of its value. */
function requireValues(name: string, args: PropertyMap): void {
  const paths: string[] = [];
  replaceValues(undefined, args, (value, { path }) => {
    if (!pulumi.Output.isInstance(value) && !(value instanceof Promise)) return undefined;
    paths.push(path);
    return null;
  });
  if (paths.length === 0) return;
  const text = message`${name}: ${listForeign(paths)}: an Output or a promise. Use ${name}Output, which waits for its value.`;
  throw createProgramError(toText(text, new KnownSecrets()));
}

/**
 * Queries when all arguments are known. In a preview, the result is unknown if an argument is unknown or no token is configured.
 * The result is a secret if an argument is one.
 *
 * @typeParam Answer as in {@link callFunction}
 */
export function callFunctionOutput<Answer>(
  load: LoadQuery,
  args: pulumi.Input<PropertyMap>,
  options: FunctionOptions,
): pulumi.Output<Answer> {
  const query = load();
  const { name, service } = query;
  const given: pulumi.Output<unknown> = pulumi.output(args);
  // The secret token does not make the result a secret.
  const configuration = pulumi.unsecret(getConfiguration(name, options));
  const answer = pulumi.all([given, configuration]).apply(async ([known, values]) => {
    const settings = createSettings(values);
    const isSecret = await pulumi.isSecret(given);
    return inProgram<unknown>(() => {
      if (isMocked()) return askMocks(query, known);
      // A preview without a token sends no request, so that a pull request from a fork can be previewed.
      const canAsk = !pulumi.runtime.isDryRun() || settings.hasToken(service);
      if (canAsk) return runQuery(query, known, contextOf(settings, isSecret));
      readArguments(query, known, settings);
      warnOfNoToken(name, settings, query);
      return pulumi.unknown;
    });
  });
  return failOnce(answer) as unknown as pulumi.Output<Answer>;
}

function contextOf(settings: Settings, isSecret: boolean): QueryContext {
  const isPreview = pulumi.runtime.isDryRun();
  return { settings, runtime, log: createProgramLog(), isSecret, isPreview };
}

/** Calls the mocks of a unit test, with the token and the result type of the native plugin's function. */
async function askMocks(query: ServiceQuery<unknown>, args: PropertyMap): Promise<unknown> {
  readArguments(query, args, createSettings(MOCKED_CONFIGURATION));
  const answer = await pulumi.runtime.invoke(`${NAMESPACE}:index:${query.name}`, args);
  const { list } = query.describe();
  return list === undefined ? answer : answer[list];
}

/** Converts the errors of `work` to those that the SDK prints without a stack. */
async function inProgram<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ProviderError ? createProgramError(error.message) : error;
  }
}
