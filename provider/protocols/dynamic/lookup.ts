import * as pulumi from "@pulumi/pulumi";
import { NAMESPACE, type Settings } from "../../contract/configuration.js";
import { ProviderError } from "../../contract/providerError.js";
import { Runtime } from "../../contract/runtime.js";
import { type Lookup, type LookupContext, readArguments, runLookup } from "../../core/lookup.js";
import type { PropertyMap } from "../../schema/json.js";
import {
  cannotAsk,
  createProgramError,
  createProgramLog,
  createSettings,
  type FunctionOptions,
  failOnce,
  getConfiguration,
  isMocked,
  MOCKED_CONFIGURATION,
  resolveConfiguration,
  warnOfNoToken,
} from "./function.js";

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

/**
 * Asks at once: everything has to be known.
 *
 * @typeParam Answer what the program gets: a service's answer has no other check than that of its lookup
 */
export async function lookUp<Answer>(
  lookup: Lookup<unknown>,
  args: PropertyMap,
  options: FunctionOptions,
): Promise<Answer> {
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
  lookup: Lookup<unknown>,
  args: pulumi.Input<PropertyMap>,
  options: FunctionOptions,
): pulumi.Output<Answer> {
  const { name, service } = lookup;
  const given: pulumi.Output<unknown> = pulumi.output(args);
  // The token is no part of the result.
  const configuration = pulumi.unsecret(getConfiguration(name, options));
  const answer = pulumi.all([given, configuration]).apply(async ([known, values]) => {
    const settings = createSettings(values);
    const isSecret = await pulumi.isSecret(given);
    return inProgram<unknown>(() => {
      if (isMocked()) return askMocks(lookup, known);
      if (!cannotAsk(service, settings)) return runLookup(lookup, known, contextOf(settings, isSecret));
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
