import * as pulumi from "@pulumi/pulumi";
import { allKeys, NAMESPACE, type ServiceName, Settings } from "../../contract/configuration.js";
import { formatNoTokenMessage, type Lookup } from "../../core/lookup.js";
import type { MessageLog } from "../../core/namedResourceLog.js";
import { NO_GUID } from "../../schema/guid.js";
import { isObject } from "../../schema/json.js";
import { isFirstInRun } from "./firstInRun.js";
import { Provider } from "./provider.js";

/** The common part of functions that ask a service at once, in previews as well. */

/** Which account to use. */
export interface FunctionOptions {
  /** Provider to use. Default: the provider of `parent`, else environment and stack configuration. */
  provider?: Provider;
  /** Component whose provider is used. Default: none. */
  parent?: pulumi.Resource;
}

/** Values of the configuration, as a resource's hooks would get them. */
export type Configuration = Record<string, string | undefined>;

export function createSettings(configuration: Configuration): Settings {
  return new Settings({ get: (key) => configuration[key] });
}

/**
 * The configuration of the account that asks.
 *
 * @param name of the function, for its errors
 */
export function getConfiguration(
  name: string,
  { provider, parent }: FunctionOptions,
): pulumi.Output<Configuration> {
  const account = provider ?? parent?.getProvider("pulumi-nodejs:dynamic:Resource");
  if (account instanceof Provider) return account.configuration;
  if (provider !== undefined)
    throw createProgramError(`${name}: provider: must be a Provider of this package`);
  const config = new pulumi.Config(NAMESPACE);
  return pulumi.output(Object.fromEntries(allKeys.map((key) => [`${NAMESPACE}:${key}`, config.get(key)])));
}

/** {@link getConfiguration} for a function that cannot wait for values that only the update will bring. */
export async function resolveConfiguration(name: string, options: FunctionOptions): Promise<Configuration> {
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
export function isMocked(): boolean {
  const monitor: unknown = pulumi.runtime.getMonitor();
  return isObject(monitor) && "mocks" in monitor;
}

/** Stands in for the configuration that a unit test need not have. */
export const MOCKED_CONFIGURATION: Configuration = {
  [`${NAMESPACE}:resourceManagerUrl`]: "https://mocked.invalid",
  [`${NAMESPACE}:businessUrl`]: "https://mocked.invalid",
  [`${NAMESPACE}:appsUrl`]: "https://mocked.invalid",
  [`${NAMESPACE}:subscriptionId`]: NO_GUID,
  [`${NAMESPACE}:companyId`]: NO_GUID,
};

/** A preview without a token asks nothing: a pull request from a fork can be previewed. */
export function cannotAsk(service: ServiceName, settings: Settings): boolean {
  return pulumi.runtime.isDryRun() && !settings.hasToken(service);
}

/** Warns, once in a run of the program, that a preview sends no request. */
export function warnOfNoToken(
  name: string,
  settings: Settings,
  service: Pick<Lookup<unknown>, "service" | "withoutToken">,
): void {
  if (isFirstInRun(`${name}: no token`))
    void pulumi.log.warn(`${name}: ${formatNoTokenMessage(settings, service)}`);
}
