import * as pulumi from "@pulumi/pulumi";
import {
  ARGUMENT_PROBLEMS,
  allKeys,
  ENGINE_KEYS,
  explainHowToSet,
  isConfigurationKey,
  isTokenKey,
  NAMESPACE,
  OWN_KEYS,
  tokenKeys,
} from "../../contract/configuration.js";
import { findArgumentProblem } from "../../core/providerArguments.js";
import type { ProviderArgs } from "../../generated/provider.js";
import type { Finding } from "../../schema/finding.js";
import { isAbsent, isObject } from "../../schema/json.js";
import { suggestName } from "../../schema/suggestion.js";
import { describeWrongType } from "../../schema/validate.js";

/**
 * Checks the stack's configuration, once per run of the program. Hooks cannot check it, because they can only read known keys.
 *
 * @throws RunError for unknown keys, which ends the program without a stack trace
 */
export function checkConfiguration(): void {
  if (!isFirstInRun("configuration")) return;
  warnOfBareTokens();
  const problems = describeUnknownKeys();
  if (problems.length > 0) throw new pulumi.RunError(problems.join("\n"));
}

/** The state of the default provider contains the whole stack configuration. */
function warnOfBareTokens(): void {
  const config = new pulumi.Config(NAMESPACE);
  for (const key of tokenKeys) {
    if (isConfigSecret(key) !== false || config.get(key) === undefined) continue;
    void pulumi.log.warn(
      `${NAMESPACE}:${key} is not configured as a secret, so the stack's state and configuration file contain it in plain text. ` +
        `Set it again with ${explainHowToSet(key)}, and revoke the exposed token.`,
    );
  }
}

/** Whether the stack's configuration has the value as a secret; undefined if the SDK does not say. */
function isConfigSecret(key: string): boolean | undefined {
  const runtime = pulumi.runtime as { isConfigSecret?: (key: string) => boolean };
  return runtime.isConfigSecret?.(`${NAMESPACE}:${key}`);
}

function describeUnknownKeys(): string[] {
  // A project of this name has its own configuration under the same prefix.
  if (pulumi.getProject() === NAMESPACE) return [];
  const prefix = `${NAMESPACE}:`;
  const known: readonly string[] = [...allKeys, ...ENGINE_KEYS];
  const own = Object.keys(pulumi.runtime.allConfig()).filter((fullKey) => fullKey.startsWith(prefix));
  const unknown = own.map((fullKey) => fullKey.slice(prefix.length)).filter((key) => !known.includes(key));
  return unknown.map(
    (key) => `${prefix}${key}: unknown configuration key${suggestName(key, allKeys, prefix)}`,
  );
}

/** Topics by run of a program: a process may run several programs. */
const reported = new WeakMap<object, Set<string>>();

export function isFirstInRun(topic: string): boolean {
  const run = pulumi.runtime.getMonitor() ?? pulumi.runtime;
  const topics = reported.get(run) ?? new Set();
  if (topics.has(topic)) return false;
  reported.set(run, topics.add(topic));
  return true;
}

/**
 * One of several accounts. Resources with this `provider` use its addresses and tokens. Its arguments take precedence over the
 * environment and the stack's configuration, which supply missing ones.
 *
 * The state keeps its tokens, encrypted, and `pulumi destroy` uses them. For a token that expires, set the name of an
 * environment variable instead (`resourceManagerTokenVariable`).
 */
export class Provider extends pulumi.ProviderResource {
  /** The configuration that hooks get through this provider, under the same keys. Functions use it. */
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
    const isSecret = isTokenKey(key) || isConfigSecret(key) === true;
    properties[`${NAMESPACE}:${key}`] = isSecret ? config.getSecret(key) : config.get(key);
  }
  const given = isObject(args) ? Object.entries(args).filter(([, value]) => !isAbsent(value)) : [];
  const known = given.filter(([key]) => isConfigurationKey(key));
  for (const [key, value] of known) {
    const text = outputOf(value).apply((settled) => writeSetting(key, settled));
    properties[`${NAMESPACE}:${key}`] = isTokenKey(key) ? pulumi.secret(text) : text;
  }
  properties[OWN_KEYS] = listOwnKeys(known);
  properties[ARGUMENT_PROBLEMS] = problemsOf(name, args, given);
  return properties;
}

/** The names of the arguments that have a value. They are no secret. */
function listOwnKeys(given: [string, unknown][]): pulumi.Output<string> {
  const values = pulumi.all(given.map(([, value]) => outputOf(value)));
  const names = values.apply((settled) =>
    given.filter((_, index) => !isAbsent(settled[index])).map(([key]) => key),
  );
  return pulumi.unsecret(names).apply((keys) => keys.join(","));
}

/** The engine accepts only strings. An invalid value becomes an empty one, and `check` reports the problem. */
function writeSetting(key: string, value: unknown): string {
  if (isAbsent(value)) return undefined as unknown as string;
  return findArgumentProblem(key, value) === undefined ? String(value) : "";
}

/** The problems of the arguments as JSON, which `check` reports; undefined if there are none. */
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
  // Problems contain names and types but no values, so a secret value need not hide them.
  return pulumi.unsecret(problems);
}

function outputOf(value: unknown): pulumi.Output<unknown> {
  return pulumi.output(value) as pulumi.Output<unknown>;
}
