import * as pulumi from "@pulumi/pulumi";
import {
  ARGUMENT_PROBLEMS,
  allKeys,
  ENGINE_KEYS,
  explainHowToSet,
  isTokenKey,
  NAMESPACE,
  OWN_KEYS,
  tokenKeys,
} from "../../contract/configuration.js";
import { argumentTypes, findArgumentProblem } from "../../core/providerArguments.js";
import type { ProviderArgs } from "../../generated/provider.js";
import type { Finding } from "../../schema/inspect.js";
import { isAbsent, isObject } from "../../schema/json.js";
import { suggestName } from "../../schema/suggestion.js";
import { describeWrongType } from "../../schema/validate.js";

/**
 * Checks the stack's configuration, once in a run of a program with resources. Only the program sees all of its keys: a hook can
 * ask for the value of a known one.
 *
 * @throws RunError for keys that do not exist, which ends the program without a stack trace
 */
export function checkConfiguration(): void {
  if (!isFirstInRun("configuration")) return;
  warnOfBareTokens();
  const problems = unknownKeys();
  if (problems.length > 0) throw new pulumi.RunError(problems.join("\n"));
}

/** The state of the default provider holds the whole stack configuration. */
function warnOfBareTokens(): void {
  const { isConfigSecret } = pulumi.runtime as { isConfigSecret?: (key: string) => boolean };
  const config = new pulumi.Config(NAMESPACE);
  for (const key of tokenKeys) {
    const isBare = isConfigSecret?.(`${NAMESPACE}:${key}`) === false && config.get(key) !== undefined;
    if (!isBare) continue;
    void pulumi.log.warn(
      `${NAMESPACE}:${key} is not configured as a secret, so the stack's state and configuration file contain it in plain text. ` +
        `Set it again with ${explainHowToSet(key)}, and revoke the exposed token.`,
    );
  }
}

/** A problem for each key that does not exist. */
function unknownKeys(): string[] {
  // The keys of a project's own configuration have the project's name in front.
  if (pulumi.getProject() === NAMESPACE) return [];
  const prefix = `${NAMESPACE}:`;
  const known: readonly string[] = [...allKeys, ...ENGINE_KEYS];
  const own = Object.keys(pulumi.runtime.allConfig()).filter((fullKey) => fullKey.startsWith(prefix));
  const unknown = own.map((fullKey) => fullKey.slice(prefix.length)).filter((key) => !known.includes(key));
  return unknown.map(
    (key) => `${prefix}${key}: unknown configuration key${suggestName(key, allKeys, prefix)}`,
  );
}

/** Runs of a program, and what was said in each; a process may run several. */
const said = new WeakMap<object, Set<string>>();

/** Whether something is to be said for the first time in this run of the program. */
export function isFirstInRun(topic: string): boolean {
  const run = pulumi.runtime.getMonitor() ?? pulumi.runtime;
  const topics = said.get(run) ?? new Set();
  if (topics.has(topic)) return false;
  said.set(run, topics.add(topic));
  return true;
}

/**
 * One account of several: resources that name it as their `provider` use its addresses and tokens. Its own
 * arguments win over environment and stack configuration, which fill in what it leaves out.
 *
 * A token given here is kept, encrypted, in the state, and `destroy` takes it from there: for one that
 * expires give the name of an environment variable instead (`resourceManagerTokenVariable`).
 */
export class Provider extends pulumi.ProviderResource {
  /** The configuration that hooks get through this provider, under the same keys: for functions that ask at once. */
  readonly configuration: pulumi.Output<Record<string, string | undefined>>;

  constructor(name: string, args: ProviderArgs = {}, options?: pulumi.ResourceOptions) {
    checkConfiguration();
    const properties = providerProperties(name, args);
    super("pulumi-nodejs", name, properties, options);
    this.configuration = pulumi.output(properties);
  }
}

type ClassArgs = Record<string, pulumi.Input<string> | undefined>;

function providerProperties(name: string, args: unknown): ClassArgs {
  const config = new pulumi.Config(NAMESPACE);
  const properties: ClassArgs = {};
  for (const key of allKeys) {
    properties[`${NAMESPACE}:${key}`] = isTokenKey(key) ? config.getSecret(key) : config.get(key);
  }
  const given = isObject(args) ? Object.entries(args).filter(([, value]) => !isAbsent(value)) : [];
  const known = given.filter(([key]) => argumentTypes.has(key));
  for (const [key, value] of known) {
    const text = outputOf(value).apply((settled) => writeSetting(key, settled));
    properties[`${NAMESPACE}:${key}`] = isTokenKey(key) ? pulumi.secret(text) : text;
  }
  properties[OWN_KEYS] = known.map(([key]) => key).join(",");
  properties[ARGUMENT_PROBLEMS] = problemsOf(name, args, given);
  return properties;
}

/** The engine takes texts only; nothing stays nothing, and what `check` is to refuse becomes an empty text. */
function writeSetting(key: string, value: unknown): string {
  if (isAbsent(value)) return undefined as unknown as string;
  return findArgumentProblem(key, value) === undefined ? String(value) : "";
}

/** The problems of the arguments, for `check` to report; empty for none. */
function problemsOf(name: string, args: unknown, given: [string, unknown][]): pulumi.Output<string> {
  const path = `Provider '${name}'`;
  const notAnObject = isObject(args) || isAbsent(args) ? [] : [describeWrongType("object", args)];
  const wrong = given.map(([key, value]) =>
    outputOf(value).apply((settled) => findArgumentProblem(key, settled)),
  );
  const problems = pulumi.all(wrong).apply((found) => {
    const messages = [...notAnObject, ...found.filter((message) => message !== undefined)];
    const findings = messages.map((message): Finding => ({ path, message }));
    return (findings.length > 0 ? JSON.stringify(findings) : undefined) as string;
  });
  // It holds names of arguments and kinds of values, and would hide them if one of the values is a secret.
  return pulumi.unsecret(problems);
}

function outputOf(value: unknown): pulumi.Output<unknown> {
  return pulumi.output(value) as pulumi.Output<unknown>;
}
