import * as pulumi from "@pulumi/pulumi";
import { TYPE_PREFIX } from "../../contract/configuration.js";
import { isStable } from "../../schema/compare.js";
import { type Json, type PropertyMap, someValue } from "../../schema/json.js";
import { isResponseOnly, listSchemas, type ResourceSchema } from "../../schema/keywords.js";
import { withUnassigned } from "../../schema/project.js";
import { PLACEHOLDER } from "../../schema/secret.js";
import { listPaths, type Place, reveal } from "../../schema/secretTree.js";
import { sdkRequire } from "../sdkModules.js";
import { type EarlierOutputs, getEarlierOutputs, listStableProperties } from "./earlierOutputs.js";
import { mergeSecrets } from "./extractedSecrets.js";
import { extractInputSecrets } from "./extractInputSecrets.js";
import { createProgramError, isKnown } from "./function.js";
import { META } from "./names.js";
import { checkConfiguration } from "./provider.js";

/**
 * A resource with the hooks of `bridge.ts`. `pulumi.dynamic.Resource` would save two copies of a serialised closure in each
 * state. The handler's text here is the same in every version of this package, so an upgrade shows no change. The SDK sets
 * the properties that subclasses declare.
 */
export abstract class BridgedResource extends pulumi.CustomResource {
  constructor(schema: ResourceSchema, name: string, args: object, options?: pulumi.CustomResourceOptions) {
    checkConfiguration();
    const isRead = options?.id !== undefined;
    if (isRead) requireReadingHost(schema.title);
    const type = TYPE_PREFIX + schema.title;
    const handler = `exports.handler=()=>require("pulumi-vendorcloud/bridge").${schema.title}`;
    const stable = listStableProperties(schema);
    const earlier = stable.length > 0 ? getEarlierOutputs() : undefined;
    const extracted = extractFromArguments(schema, name, args);
    const inputs = {
      // The SDK sets only those outputs whose names are among the inputs.
      ...Object.fromEntries(
        (isRead ? Object.keys(schema.properties) : listAssigned(schema)).map((name) => [name, undefined]),
      ),
      [META.secrets]: undefined,
      ...extracted,
      [META.handler]: handler,
      // The SDK reads the options after the inputs, so the inputs wait until the hook is registered.
      [META.urn]: Promise.resolve(earlier?.registration).then(() => ownUrn(name, type, options?.parent)),
      ...(pulumi.runtime.isDryRun() ? { [META.isPreview]: true } : {}),
      ...(options?.retainOnDelete === true ? { [META.retainOnDelete]: true } : {}),
      ...(options?.ignoreChanges?.length ? { [META.ignoreChanges]: options.ignoreChanges } : {}),
      ...(options?.replaceOnChanges?.length ? { [META.replaceOnChanges]: options.replaceOnChanges } : {}),
    };
    // The SDK records some seventy stack traces, in more than half of a program's time, and shows them only to find leaked
    // promises. The stack trace that it sends to the engine does not depend on this limit.
    const frames = Error.stackTraceLimit;
    if (process.env.PULUMI_DEBUG_PROMISE_LEAKS === undefined) Error.stackTraceLimit = 0;
    try {
      super(type, name, inputs, earlier === undefined ? options : earlier.added(options));
    } finally {
      Error.stackTraceLimit = frames;
    }
    resolveUndeclared(this as unknown as Outputs, schema);
    fillInMarked(this as unknown as Outputs, schema, extracted);
    if (pulumi.runtime.isDryRun() && !isRead) markUnknown(this as unknown as Outputs, schema);
    const shown = stable.filter((name) => options?.additionalSecretOutputs?.includes(name) !== true);
    if (earlier !== undefined) fillIn(this, schema, shown, earlier);
    if (options?.import !== undefined) reportImportOption(name);
  }
}

/** The oldest SDK whose dynamic host finds the handler of a resource that a `get` reads. */
const READING_SDK = "3.268.0";

function requireReadingHost(title: string): void {
  const { version } = sdkRequire("@pulumi/pulumi/version") as { version: string };
  if (version.localeCompare(READING_SDK, "en", { numeric: true }) >= 0) return;
  throw createProgramError(
    `${title}.get needs @pulumi/pulumi ${READING_SDK} or newer, and the project has ${version}. ` +
      "Update it, or read the object with a function of this package.",
  );
}

/**
 * Extracts secrets. Arguments may be copied from another resource, so names that begin with `__` are dropped.
 *
 * @throws Error with the resource and the path of a value that cannot be registered
 */
function extractFromArguments(schema: ResourceSchema, name: string, args: object): Record<string, unknown> {
  const own = Object.fromEntries(
    Object.entries(args ?? {}).filter(([property]) => !property.startsWith("__")),
  );
  try {
    return extractInputSecrets(schema, own);
  } catch (error) {
    throw withOwnFrames(
      new Error(`${schema.title} '${name}': ${error instanceof Error ? error.message : String(error)}`),
    );
  }
}

/** Removes the stack frames of packages, because only lines of the program help its author. */
function withOwnFrames(error: Error): Error {
  const lines = error.stack?.split("\n") ?? [];
  error.stack = lines.filter((line) => !/^\s+at .*[/\\]node_modules[/\\]/.test(line)).join("\n");
  return error;
}

/** The URN as a promise. An Output would depend on the parent, and so deadlock with a parent that waits for its children. */
function ownUrn(name: string, type: string, parent: pulumi.Resource | undefined): string | Promise<string> {
  // `createUrn` returns the same, but creates some 150 promises.
  if (parent === undefined)
    return `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${type}::${name}`;
  const urn = pulumi.createUrn(name, type, parent) as unknown as { promise(): Promise<string> };
  // Rejects if the parent cannot be registered. An Output would wait for ever.
  return urn.promise();
}

/** The engine's own error is a stack trace of the SDK, since an import has no handler. */
function reportImportOption(name: string): void {
  void pulumi.log.error(
    `${name}: the option \`import\` is not supported for this resource. Remove it: ` +
      "`pulumi up` adopts an object that already exists.",
  );
}

type Outputs = Record<string, pulumi.Output<unknown>>;

/** Names of properties that the state may have even if the program does not set them. */
function listAssigned(schema: ResourceSchema): string[] {
  const fields = Object.entries(schema.properties);
  return fields.flatMap(([name, { readOnly, computed, identity, derived, resolvedBy }]) =>
    readOnly || computed || identity || derived || resolvedBy !== undefined ? [name] : [],
  );
}

const nothing: pulumi.Output<unknown> = pulumi.output(undefined);

/**
 * Gives all fields that are not declared the same empty Output. Registered with the SDK, thirty such fields took more time than
 * the rest of a preview.
 */
function resolveUndeclared(resource: Outputs, schema: ResourceSchema): void {
  for (const name of Object.keys(schema.properties)) {
    if (!Object.hasOwn(resource, name)) resource[name] = nothing;
  }
}

/**
 * Replaces placeholders in outputs by the secrets that the program marked inside lists. The whole output is then a secret, as
 * with any other resource.
 */
function fillInMarked(resource: Outputs, schema: ResourceSchema, inputs: object): void {
  for (const [property, input] of Object.entries(inputs)) {
    // A primitive value contains no list.
    if (property.startsWith("__") || typeof input !== "object" || input === null) continue;
    const [shown = nothing, secrets = nothing] = [resource[property], resource[META.secrets]];
    resource[property] = shown.apply((value) => {
      if (!someValue(value, (part) => part === PLACEHOLDER)) return value;
      const output = { [property]: value } as PropertyMap;
      const isMarked = (current: Json, at: Place) => current === PLACEHOLDER && at.schema?.secret !== true;
      if (listPaths(schema, output, isMarked).size === 0) return value;
      return secrets.apply((extracted) => reveal(mergeSecrets(schema, output, extracted as Json))[property]);
    });
  }
}

/**
 * Makes response-only fields inside declared arguments unknown in a preview of a create or an update, where the engine returns the
 * inputs as outputs. A resource with a known response-only output comes from the state, where the service has assigned everything.
 */
function markUnknown(resource: Outputs, schema: ResourceSchema): void {
  const fields = Object.entries(schema.properties).map(([name, field]) => ({
    ...{ name, field, output: resource[name] ?? nothing },
  }));
  const assigned = fields.filter(({ field }) => isResponseOnly(field));
  const isFromState = async (): Promise<boolean> =>
    (await Promise.all(assigned.map(({ output }) => isKnown(output)))).includes(true);
  for (const { name, field, output } of fields) {
    if (isResponseOnly(field) || !listSchemas(field).some(({ readOnly }) => readOnly === true)) continue;
    resource[name] = output.apply(async (value) =>
      (await isFromState()) ? value : withUnassigned(field, value, pulumi.unknown),
    );
  }
}

/** Waits for the URN, which the engine sends after it has called the hook. */
function fillIn(
  resource: pulumi.Resource,
  { properties }: ResourceSchema,
  names: string[],
  earlier: EarlierOutputs,
): void {
  const outputs = resource as unknown as Outputs;
  for (const name of names) {
    const [field, previewed] = [properties[name], outputs[name]];
    outputs[name] = resource.urn.apply((urn) => {
      const value = earlier.of(urn, name);
      return pulumi.output(isStable(field, value) ? (value ?? previewed) : previewed);
    });
  }
}
