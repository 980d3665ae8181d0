import * as pulumi from "@pulumi/pulumi";
import { allKeys, type ConfigurationKey, NAMESPACE, OWN_KEYS, tokenKeys } from "../config.js";
import type { ProviderArgs } from "../types/provider.js";

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
    const properties = providerProperties(args);
    super("pulumi-nodejs", name, properties, options);
    this.configuration = pulumi.output(properties);
  }
}

function providerProperties(args: ProviderArgs): Record<string, pulumi.Input<string> | undefined> {
  const config = new pulumi.Config(NAMESPACE);
  const given = Object.entries(args).filter(([, value]) => value !== undefined && value !== null);
  const properties: Record<string, pulumi.Input<string> | undefined> = {};
  for (const key of allKeys) {
    properties[`${NAMESPACE}:${key}`] = isToken(key) ? config.getSecret(key) : config.get(key);
  }
  for (const [key, value] of given) {
    const text = (pulumi.output(value) as pulumi.Output<unknown>).apply(asText);
    properties[`${NAMESPACE}:${key}`] = isToken(key) ? pulumi.secret(text) : text;
  }
  properties[OWN_KEYS] = given.map(([key]) => key).join(",");
  return properties;
}

/** The engine takes texts only; nothing stays nothing. */
function asText(value: unknown): string {
  return (value === undefined || value === null ? undefined : String(value)) as string;
}

function isToken(key: string): key is ConfigurationKey {
  return (tokenKeys as string[]).includes(key);
}
