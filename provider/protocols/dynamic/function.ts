import * as pulumi from "@pulumi/pulumi";
import { allKeys, NAMESPACE, Settings } from "../../contract/configuration.js";
import { ProviderError } from "../../contract/providerError.js";
import { Runtime } from "../../contract/runtime.js";
import {
  formatNoTokenMessage,
  type Lookup,
  type LookupContext,
  readArguments,
  runLookup,
} from "../../core/lookup.js";
import type { MessageLog } from "../../core/messages.js";
import { isObject, type PropertyMap } from "../../schema/json.js";
import { NO_GUID } from "../../schema/normalize.js";
import { isFirstInRun, Provider } from "./provider.js";

/** Functions ask a service while the program runs, in previews as well. */

/** Which account to use. */
export interface FunctionOptions {
  /** Provider to use. Default: the provider of `parent`, else environment and stack configuration. */
  provider?: Provider;
  /** Component whose provider is used. Default: none. */
  parent?: pulumi.Resource;
}

/** Values of the configuration, as a resource's hooks would get them. */
type Configuration = Record<string, string | undefined>;

function createSettings(configuration: Configuration): Settings {
  return new Settings({ get: (key) => configuration[key] });
}

/**
 * The configuration of the account that asks.
 *
 * @param name of the function, for its errors
 */
function getConfiguration(name: string, { provider, parent }: FunctionOptions): pulumi.Output<Configuration> {
  const account = provider ?? parent?.getProvider("pulumi-nodejs:dynamic:Resource");
  if (account instanceof Provider) return account.configuration;
  if (provider !== undefined)
    throw createProgramError(`${name}: provider: must be a Provider of this package`);
  const config = new pulumi.Config(NAMESPACE);
  return pulumi.output(Object.fromEntries(allKeys.map((key) => [`${NAMESPACE}:${key}`, config.get(key)])));
}

/** {@link getConfiguration} for a function that cannot wait for values that only the update will bring. */
async function resolveConfiguration(name: string, options: FunctionOptions): Promise<Configuration> {
  const configuration = await knownValue(getConfiguration(name, options));
  if (configuration !== undefined) return configuration;
  throw createProgramError(
    `${name}: the provider's configuration is not known yet in this preview. Use ${name}Output, which waits for it.`,
  );
}

/** The value of an output; nothing where it is not known in a preview. */
async function knownValue<T>(output: pulumi.Output<T>): Promise<T | undefined> {
  const inside = output as unknown as { isKnown: Promise<boolean>; promise(): Promise<T> };
  return (await inside.isKnown) ? inside.promise() : undefined;
}

/**
 * The SDK prints a RunError without its stack, after it has coloured it all the same: a frame of the SDK's own in it,
 * `node_modules/@pulumi/output.ts`, keeps Node 20 busy for half a minute, until a text is too long.
 */
export function createProgramError(text: string): Error {
  const error = new pulumi.RunError(text);
  error.stack = text;
  return error;
}

/**
 * Lets an Output that fails end the program with one error, whether it is used or not. The SDK derives promises from it
 * that a program looks at only later: Node would print a warning for each. A test without an engine handles them itself.
 */
export function failOnce<T>(output: pulumi.Output<T>): pulumi.Output<T> {
  if (!pulumi.runtime.hasEngine()) return output;
  const inside = output as unknown as Record<"isKnown" | "isSecret", Promise<boolean>> & {
    promise(): Promise<T>;
  };
  for (const derived of [inside.isKnown, inside.isSecret]) derived.catch(() => undefined);
  // A promise of its own, which nothing else handles: the SDK reports it.
  void inside.promise();
  return output;
}

/** Where a function's messages show: among those of the program. */
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

/** Stands in for the configuration that a unit test need not have. */
const MOCKED_CONFIGURATION: Configuration = {
  [`${NAMESPACE}:resourceManagerUrl`]: "https://mocked.invalid",
  [`${NAMESPACE}:businessUrl`]: "https://mocked.invalid",
  [`${NAMESPACE}:appsUrl`]: "https://mocked.invalid",
  [`${NAMESPACE}:subscriptionId`]: NO_GUID,
  [`${NAMESPACE}:companyId`]: NO_GUID,
};

/** Warns, once in a run of the program, that a preview sends no request. */
export function warnOfNoToken(
  name: string,
  settings: Settings,
  service: Pick<Lookup<unknown>, "service" | "withoutToken">,
): void {
  if (isFirstInRun(`${name}: no token`))
    void pulumi.log.warn(`${name}: ${formatNoTokenMessage(settings, service)}`);
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

/** Loads a lookup at the first call of its function: most programs make none. */
type LoadLookup = () => Lookup<unknown>;

/**
 * Asks at once: everything has to be known.
 *
 * @typeParam Answer what the program gets: a service's answer has no other check than that of its lookup
 */
export async function lookUp<Answer>(
  load: LoadLookup,
  args: PropertyMap,
  options: FunctionOptions,
): Promise<Answer> {
  const lookup = load();
  const settings = createSettings(await resolveConfiguration(lookup.name, options));
  const answer = inProgram(() =>
    isMocked() ? askMocks(lookup, args) : runLookup(lookup, args, contextOf(settings, false)),
  );
  return answer as Promise<Answer>;
}

/**
 * Asks once everything is known. In a preview the answer is unknown where an argument is, or where no token is
 * configured; a secret argument makes it a secret.
 *
 * @typeParam Answer as of {@link lookUp}
 */
export function lookUpOutput<Answer>(
  load: LoadLookup,
  args: pulumi.Input<PropertyMap>,
  options: FunctionOptions,
): pulumi.Output<Answer> {
  const lookup = load();
  const { name, service } = lookup;
  const given: pulumi.Output<unknown> = pulumi.output(args);
  // The token is no part of the result.
  const configuration = pulumi.unsecret(getConfiguration(name, options));
  const answer = pulumi.all([given, configuration]).apply(async ([known, values]) => {
    const settings = createSettings(values);
    const isSecret = await pulumi.isSecret(given);
    return inProgram<unknown>(() => {
      if (isMocked()) return askMocks(lookup, known);
      // Without a token a preview asks nothing: a pull request from a fork can be previewed.
      const canAsk = !pulumi.runtime.isDryRun() || settings.hasToken(service);
      if (canAsk) return runLookup(lookup, known, contextOf(settings, isSecret));
      readArguments(lookup, known, settings);
      warnOfNoToken(name, settings, lookup);
      return pulumi.unknown;
    });
  });
  return failOnce(answer) as unknown as pulumi.Output<Answer>;
}

function contextOf(settings: Settings, isSecret: boolean): LookupContext {
  const isPreview = pulumi.runtime.isDryRun();
  return { settings, runtime, log: createProgramLog(), isSecret, isPreview };
}

/**
 * Lets the `call` of a unit test answer, under the token and in the shape of the native plugin. A test needs no configuration.
 */
async function askMocks(lookup: Lookup<unknown>, args: PropertyMap): Promise<unknown> {
  readArguments(lookup, args, createSettings(MOCKED_CONFIGURATION));
  const answer = await pulumi.runtime.invoke(`${NAMESPACE}:index:${lookup.name}`, args);
  const { list } = lookup.describe();
  return list === undefined ? answer : answer[list];
}

/** Errors as the SDK prints them: without a stack. */
async function inProgram<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ProviderError ? createProgramError(error.message) : error;
  }
}
