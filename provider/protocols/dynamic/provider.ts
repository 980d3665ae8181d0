import * as pulumi from "@pulumi/pulumi";
import {
  ARGUMENT_PROBLEMS,
  allKeys,
  type ConfigurationKey,
  NAMESPACE,
  OWN_KEYS,
  tokenKeys,
} from "../../contract/configuration.js";
import { argumentTypes, findArgumentProblem } from "../../core/providerArguments.js";
import type { ProviderArgs } from "../../generated/provider.js";
import type { Finding } from "../../schema/inspect.js";
import { isAbsent, isObject } from "../../schema/json.js";
import { describeWrongType } from "../../schema/validate.js";
import { checkConfiguration } from "./configurationCheck.js";

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
    properties[`${NAMESPACE}:${key}`] = isToken(key) ? config.getSecret(key) : config.get(key);
  }
  const given = isObject(args) ? Object.entries(args).filter(([, value]) => !isAbsent(value)) : [];
  const known = given.filter(([key]) => argumentTypes.has(key));
  for (const [key, value] of known) {
    const text = outputOf(value).apply((settled) => writeSetting(key, settled));
    properties[`${NAMESPACE}:${key}`] = isToken(key) ? pulumi.secret(text) : text;
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

function isToken(key: string): key is ConfigurationKey {
  return tokenKeys.some((known) => known === key);
}
