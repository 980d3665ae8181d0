import * as pulumi from "@pulumi/pulumi";
import { TYPE_PREFIX } from "../../contract/configuration.js";
import { isStable } from "../../schema/compare.js";
import { META } from "../../schema/engineValues.js";
import { isObject, type Json, type PropertyMap, someValue } from "../../schema/json.js";
import type { ResourceSchema, Schema } from "../../schema/keywords.js";
import { PLACEHOLDER } from "../../schema/secret.js";
import { listPaths, reveal } from "../../schema/secretTree.js";
import { sdkRequire } from "../sdkModules.js";
import { type EarlierOutputs, getEarlierOutputs, listStableProperties } from "./earlierOutputs.js";
import { mergeSecrets } from "./extractedSecrets.js";
import { extractInputSecrets } from "./extractSecrets.js";
import { createProgramError } from "./function.js";
import { checkConfiguration } from "./provider.js";

/**
 * A resource whose hooks are those of `bridge.ts`. Not `pulumi.dynamic.Resource`: that one serialises a
 * closure, of which every resource's state would carry two copies. The handler's text never changes between
 * versions of this package, so an upgrade shows no difference. The SDK sets the properties that the classes declare.
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
      // The SDK passes on what the engine returns for these alone.
      ...Object.fromEntries(
        (isRead ? Object.keys(schema.properties) : answered(schema)).map((property) => [property, undefined]),
      ),
      [META.secrets]: undefined,
      ...extracted,
      [META.handler]: handler,
      // The SDK takes the options when it has the inputs, and the hook is among them when it is registered.
      [META.urn]: Promise.resolve(earlier?.registration).then(() => ownUrn(name, type, options?.parent)),
      ...(pulumi.runtime.isDryRun() ? { [META.isPreview]: true } : {}),
      ...(options?.retainOnDelete === true ? { [META.retainOnDelete]: true } : {}),
      ...(options?.ignoreChanges?.length ? { [META.ignoreChanges]: options.ignoreChanges } : {}),
      ...(options?.replaceOnChanges?.length ? { [META.replaceOnChanges]: options.replaceOnChanges } : {}),
    };
    // The SDK takes some seventy stack traces, more than half of a program's time, and shows them only to find leaked
    // promises. The trace that goes to the engine, with the program's own line, does not depend on this limit.
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
    if (options?.import !== undefined) tellOfImport(name);
  }
}

/** The oldest SDK whose dynamic host gives a resource that is read its handler. */
const READING_SDK = "3.268.0";

function requireReadingHost(title: string): void {
  const { version } = sdkRequire("@pulumi/pulumi/version") as { version: string };
  if (version.localeCompare(READING_SDK, "en", { numeric: true }) >= 0) return;
  throw createProgramError(
    `${title}.get needs @pulumi/pulumi ${READING_SDK} or newer, and the project has ${version}. ` +
      `Run \`npm install @pulumi/pulumi@latest\`, or read the object with a function of this package.`,
  );
}

/**
 * Extracts the secrets, but not from properties of another resource that the program passes on (`__secrets`).
 *
 * @throws Error that names the resource and the path of a value that no state can hold
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

/** Without the frames of packages: only the lines of the program help its author. */
function withOwnFrames(error: Error): Error {
  const lines = error.stack?.split("\n") ?? [];
  error.stack = lines.filter((line) => !/^\s+at .*[/\\]node_modules[/\\]/.test(line)).join("\n");
  return error;
}

/** The URN as a promise. As an Output it would depend on the parent, which may wait for its children, and they for it. */
function ownUrn(name: string, type: string, parent: pulumi.Resource | undefined): string | Promise<string> {
  // `createUrn` says the same, with some 150 promises.
  if (parent === undefined)
    return `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${type}::${name}`;
  const urn = pulumi.createUrn(name, type, parent) as unknown as { promise(): Promise<string> };
  // A parent that cannot be registered has none: then this fails, and does not wait for ever.
  return urn.promise();
}

/** The engine sends nothing to import with, and fails with a stack of the SDK's. */
function tellOfImport(name: string): void {
  void pulumi.log.error(
    `${name}: the option \`import\` is not supported for this resource. Remove it: ` +
      "`pulumi up` adopts an object that already exists.",
  );
}

type Outputs = Record<string, pulumi.Output<unknown>>;

/** Properties that the state may hold although the program does not give them. */
function answered(schema: ResourceSchema): string[] {
  const isAnswered = ([, field]: [string, Schema]): boolean =>
    field.readOnly === true ||
    field.computed === true ||
    field.identity === true ||
    field.derived === true ||
    field.lookedUpBy !== undefined;
  return Object.entries(schema.properties)
    .filter(isAnswered)
    .map(([name]) => name);
}

const nothing: pulumi.Output<unknown> = pulumi.output(undefined);

/**
 * A field that was not declared has no value. It needs no promise of the engine's either: for thirty such fields the
 * SDK's stack traces took longer than all the rest of a preview.
 */
function resolveUndeclared(resource: Outputs, schema: ResourceSchema): void {
  for (const name of Object.keys(schema.properties)) {
    if (!Object.hasOwn(resource, name)) resource[name] = nothing;
  }
}

/**
 * Restores in an output the secrets that the program marked inside a list, in place of the placeholders in the state. The whole
 * output is then a secret, as with every other resource. A state keeps the placeholder of a value that is no longer marked.
 */
function fillInMarked(resource: Outputs, schema: ResourceSchema, inputs: object): void {
  for (const [property, input] of Object.entries(inputs)) {
    // A primitive value has no list in it.
    if (property.startsWith("__") || typeof input !== "object" || input === null) continue;
    const [shown = nothing, secrets = nothing] = [resource[property], resource[META.secrets]];
    resource[property] = shown.apply((value) => {
      if (!someValue(value, (part) => part === PLACEHOLDER)) return value;
      const output = { [property]: value } as PropertyMap;
      const isMarked = (current: Json, at: Schema | undefined) =>
        current === PLACEHOLDER && at?.secret !== true;
      if (listPaths(schema, output, (current, { schema: at }) => isMarked(current, at)).size === 0)
        return value;
      return secrets.apply((extracted) => reveal(mergeSecrets(schema, output, extracted as Json))[property]);
    });
  }
}

/**
 * Before a create or an update the engine hands back the inputs as outputs. A response-only field inside one of them
 * (an address to be assigned, say) would read as absent; it is unknown. A resource without changes has what the service
 * answered: what that left out is absent, and an unknown in its place would make the whole object unknown.
 */
function markUnknown(resource: Outputs, schema: ResourceSchema): void {
  for (const [name, property] of Object.entries(schema.properties)) {
    const pending = Object.entries(property.properties ?? {})
      .filter(([, field]) => field.readOnly === true)
      .map(([field]) => field);
    const output = resource[name];
    if (pending.length === 0 || property.readOnly === true || output === undefined) continue;
    resource[name] = output.apply((value) =>
      isObject(value) && !pending.some((field) => field in value)
        ? { ...Object.fromEntries(pending.map((field) => [field, pulumi.unknown])), ...value }
        : value,
    );
  }
}

/** The URN comes with the engine's answer, and the hook, or the provider, is called before that. */
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
