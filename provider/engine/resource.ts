import * as pulumi from "@pulumi/pulumi";
import { howToSet, NAMESPACE, tokenKeys } from "../config.js";
import type { ResourceSchema } from "../schema/dialect.js";
import { isObject } from "../schema/json.js";
import { META } from "./envelope.js";
import { liftInputs } from "./lift.js";

/**
 * A resource whose hooks are those of `bridge.ts`. Not `pulumi.dynamic.Resource`: that one serialises a
 * closure, of which every resource's state would carry two copies. The handler's text never changes between
 * versions of this package, so an upgrade shows no difference.
 */
export abstract class BridgedResource extends pulumi.CustomResource {
  constructor(schema: ResourceSchema, name: string, args: object, options?: pulumi.CustomResourceOptions) {
    const type = `pulumi-nodejs:dynamic/${NAMESPACE}:${schema.title}`;
    const outputs = Object.keys(schema.properties).map((property) => [property, undefined]);
    const inputs = {
      ...Object.fromEntries(outputs),
      ...liftInputs(schema, args ?? {}),
      [META.handler]: `exports.handler=()=>require("pulumi-vendorcloud/bridge").${schema.title}`,
      [META.urn]: pulumi.createUrn(name, type, options?.parent),
    };
    super(type, name, inputs, options);
    if (pulumi.runtime.isDryRun()) markUnknown(this as unknown as Outputs, schema);
    warnOfBareTokens();
  }
}

type Outputs = Record<string, pulumi.Output<unknown>>;

/**
 * In a preview the engine hands back the inputs as outputs. A response-only field inside one of them (an
 * address to be assigned, say) would read as absent; it is unknown.
 */
function markUnknown(resource: Outputs, schema: ResourceSchema): void {
  for (const [name, property] of Object.entries(schema.properties)) {
    const pending = Object.entries(property.properties ?? {}).filter(([, field]) => field.readOnly === true);
    const output = resource[name];
    if (pending.length === 0 || property.readOnly === true || output === undefined) continue;
    resource[name] = output.apply((value) =>
      isObject(value)
        ? { ...Object.fromEntries(pending.map(([field]) => [field, pulumi.unknown])), ...value }
        : value,
    );
  }
}

let warned = false;

/** The state of the default provider holds the whole stack configuration. */
function warnOfBareTokens(): void {
  if (warned) return;
  warned = true;
  const { isConfigSecret } = pulumi.runtime as { isConfigSecret?: (key: string) => boolean };
  const config = new pulumi.Config(NAMESPACE);
  for (const key of tokenKeys) {
    const isBare = isConfigSecret?.(`${NAMESPACE}:${key}`) === false && config.get(key) !== undefined;
    if (!isBare) continue;
    void pulumi.log.warn(
      `${NAMESPACE}:${key} is not configured as a secret, so the stack's state and file hold it in the clear. ` +
        `Set it again with ${howToSet(key)}, and revoke the one that was shown.`,
    );
  }
}
