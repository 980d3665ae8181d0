import { all, Output, runtime, secret } from "@pulumi/pulumi";
import { formatError } from "../../http/errorText.js";
import { isObject, setOwn } from "../../schema/json.js";
import type { ResourceSchema } from "../../schema/keywords.js";
import { GROUP, META } from "../../schema/meta.js";
import { extractInputSecrets } from "./extractSecrets.js";

/**
 * Extracts the secrets that the program's `transforms` add to inputs. The engine calls them after the constructor has extracted
 * the others. Only here is each secret still marked where it stands: what the SDK makes of a whole list with a secret
 * in it, for the next transform and for the engine's display, is one secret.
 */

type Properties = Record<string, unknown>;

/** The part of the SDK that sends the result of a transform to the engine. No version of the SDK documents it. */
interface Serializer {
  serializeProperties(label: string, props: Properties, ...options: unknown[]): Promise<unknown>;
  [SCHEMAS]?: Schemas;
}

/** Schemas by the handlers of resources. */
type Schemas = Map<unknown, ResourceSchema>;

/** Another copy of this package in the same program shares the schemas, so that secrets are extracted once. */
const SCHEMAS = Symbol.for("pulumi-vendorcloud.transforms");

/** The label of what a transform returns: other properties have the name of their resource. */
const RESULT = "props";

/**
 * Extracts the secrets of what transforms return, also of those that were registered before this package was loaded. With an
 * SDK that sends results in another way, a list with such a secret is hidden, and its changes are named: see
 * `hiddenLists.ts`.
 *
 * @returns the schemas of the resources that this concerns, to add to
 */
export function extractFromTransforms(serializer: Serializer | undefined): Schemas {
  const schemas = serializer?.[SCHEMAS] ?? new Map();
  const serialize = serializer?.serializeProperties;
  if (serializer === undefined || serialize === undefined || serializer[SCHEMAS] !== undefined)
    return schemas;
  serializer[SCHEMAS] = schemas;
  serializer.serializeProperties = async (label, props, ...options) =>
    serialize(label, label === RESULT ? await withExtraction(props, schemas) : props, ...options);
  return schemas;
}

export function findSerializer(): Serializer | undefined {
  try {
    return require("@pulumi/pulumi/runtime/rpc");
  } catch {
    return undefined;
  }
}

/** @throws Error that names the resource and the path of what no state can hold */
async function withExtraction(props: Properties, schemas: Schemas): Promise<Properties> {
  const schema = schemas.get(await resolved(props[META.handler]));
  if (schema === undefined) return props;
  try {
    return extractAdded(schema, props);
  } catch (error) {
    const name = String(await resolved(props[META.urn]))
      .split("::")
      .at(-1);
    throw new Error(`${schema.title} '${name}': ${formatError(error)}`);
  }
}

/** A property of the constructor, which the transform may have made an Output of. */
async function resolved(value: unknown): Promise<unknown> {
  return Output.isInstance(value) ? new Promise((resolve) => void value.apply(resolve)) : value;
}

function extractAdded(schema: ResourceSchema, props: Properties): Properties {
  const own = Object.fromEntries(Object.entries(props).filter(([property]) => !property.startsWith("__")));
  const { inputs } = extractInputSecrets(schema, own, { isExtracted: true });
  const { [META.secrets]: secrets, [META.inPlace]: inPlace, ...extracted } = inputs;
  const result = { ...props, ...extracted };
  if (isObject(secrets)) result[META.secrets] = mergeExtracted(props[META.secrets], secrets);
  if (inPlace !== undefined) {
    const lists = all([props[META.inPlace], inPlace]);
    result[META.inPlace] = lists.apply((parts) => [...new Set(parts.flatMap(asList))]);
  }
  return result;
}

/** @param earlier as the SDK hands it on, or as an Output where the transform has made one of every property */
function mergeExtracted(earlier: unknown, added: Properties): unknown {
  if (Output.isInstance(earlier)) {
    const both = all([earlier as Output<Properties>, added]);
    return secret(both.apply(([before, after]) => withoutCollisions(before, after)));
  }
  const marked = Object.entries(runtime.unwrapRpcSecret(earlier) ?? {}).map(([path, value]) => [
    path,
    secret(value),
  ]);
  return withoutCollisions(Object.fromEntries(marked), added);
}

/** The transform may have put an item where another one was: the groups of their secrets would have the same key. */
function withoutCollisions(earlier: Properties, added: Properties): Properties {
  const result = { ...earlier };
  for (const [path, value] of Object.entries(added)) {
    let key = path;
    while (key.endsWith(GROUP) && key in earlier) key += GROUP;
    setOwn(result, key, value);
  }
  return result;
}

function asList(paths: unknown): unknown[] {
  return Array.isArray(paths) ? paths : [];
}
