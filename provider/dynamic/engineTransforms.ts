import { all, Output, type ResourceTransform, runtime, secret } from "@pulumi/pulumi";
import { formatError } from "../http/errors/errorText.js";
import { isObject, setOwn } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { GROUP, META } from "../schema/meta.js";
import { extractInputSecrets } from "./extractSecrets.js";

/**
 * Extracts the secrets that the program's `transforms` add to inputs. The engine calls them after the constructor has extracted
 * the others. Only here is each secret still marked where it stands: what the SDK makes of a whole list with a secret
 * in it, for the next transform and for the engine's display, is one secret.
 */

type Properties = Record<string, unknown>;

/** The part of the SDK that the engine calls transforms through. No version of the SDK documents it. */
interface CallbackServer {
  registerTransform(transform: ResourceTransform): Promise<unknown>;
}

/** Schemas by the types of resources. */
type Schemas = Map<string, ResourceSchema>;

/** Another copy of this package in the same program shares the schemas, so that secrets are extracted once. */
const SCHEMAS = Symbol.for("pulumi-vendorcloud.transforms");

interface CallbackServerClass {
  prototype: CallbackServer;
  [SCHEMAS]?: Schemas;
}

/**
 * Makes each transform that is registered from now on extract the secrets of its result. With an SDK that keeps its callbacks
 * elsewhere, a list with such a secret is hidden, and its changes are named: see `hiddenLists.ts`.
 *
 * @returns the schemas of the resources that this concerns, to add to
 */
export function extractFromTransforms(server: CallbackServerClass | undefined): Schemas {
  const schemas = server?.[SCHEMAS] ?? new Map();
  const register = server?.prototype.registerTransform;
  if (server === undefined || register === undefined || server[SCHEMAS] !== undefined) return schemas;
  server[SCHEMAS] = schemas;
  server.prototype.registerTransform = function (this: CallbackServer, transform) {
    return register.call(this, withExtraction(transform, schemas));
  };
  return schemas;
}

export function findCallbackServer(): CallbackServerClass | undefined {
  try {
    return require("@pulumi/pulumi/runtime/callbacks").CallbackServer;
  } catch {
    return undefined;
  }
}

/** @throws Error that names the resource and the path of what no state can hold */
function withExtraction(transform: ResourceTransform, schemas: Schemas): ResourceTransform {
  return async (args) => {
    const result = await transform(args);
    const schema = schemas.get(args.type);
    if (result === undefined || schema === undefined) return result;
    try {
      return { ...result, props: extractAdded(schema, result.props) };
    } catch (error) {
      throw new Error(`${schema.title} '${args.name}': ${formatError(error)}`);
    }
  };
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
