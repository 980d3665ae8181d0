import { runtime } from "@pulumi/pulumi";
import type { ResourceSchema } from "../schema/dialect.js";
import { isObject, type Json, type JsonObject } from "../schema/json.js";
import { liftSecrets, mergeSecrets, type Secrets, secretTexts, valuesAt } from "../schema/secrets.js";

/** Properties beside a resource's own. The engine does not display names that begin with `__`. */
export const META = {
  handler: "__provider",
  urn: "__urn",
  /** Lifted secrets by path. */
  secrets: "__secrets",
  /** Paths of the values that the program marked as secret and that stay where they are. */
  inPlace: "__inPlace",
} as const;

/** Inputs or outputs as a hook works with them. */
export interface Opened {
  /** The resource's own properties, secrets merged back. */
  value: JsonObject;
  /** Paths of lifted values that are secret because the program said so. */
  marked: Set<string>;
  /** Paths of those that are not lifted, since the engine keeps them secret where they are. */
  inPlace: string[];
  /** Texts that must never be shown. */
  secrets: string[];
  urn: string | undefined;
  /** What the host adds to what a hook returns, and not to what it throws. */
  handler: JsonObject;
}

/** Takes properties as the engine hands them over apart. */
export function open(schema: ResourceSchema, properties: JsonObject, earlier: JsonObject = {}): Opened {
  const own = Object.entries(properties).filter(([name]) => !name.startsWith("__"));
  const lifted = properties[META.secrets];
  const { value, marked } = mergeSecrets(schema, Object.fromEntries(own), lifted, earlier[META.secrets]);
  const paths = properties[META.inPlace];
  const inPlace = Array.isArray(paths) ? paths : [];
  const inPlaceValues = inPlace.length > 0 ? valuesAt(schema, value, new Set(inPlace)) : [];
  const urn = properties[META.urn];
  return {
    value: value as JsonObject,
    marked,
    inPlace,
    secrets: [...secretTexts(lifted), ...secretTexts(earlier[META.secrets]), ...secretTexts(inPlaceValues)],
    urn: typeof urn === "string" ? urn : undefined,
    handler: META.handler in properties ? { [META.handler]: properties[META.handler] } : {},
  };
}

/** Puts properties together for the engine: secrets lifted out again and marked as such, all of it plain JSON. */
export function seal(
  schema: ResourceSchema,
  value: Json,
  from: Pick<Opened, "marked" | "inPlace" | "urn">,
): JsonObject {
  const { value: shown, secrets } = liftSecrets(schema, value, from.marked);
  const sealed: JsonObject = { ...(isObject(shown) ? shown : {}) };
  if (from.urn !== undefined) sealed[META.urn] = from.urn;
  if (from.inPlace.length > 0) sealed[META.inPlace] = from.inPlace;
  if (Object.keys(secrets).length > 0) sealed[META.secrets] = sealSecrets(secrets);
  return plain(sealed);
}

function sealSecrets(secrets: Secrets): JsonObject {
  return Object.fromEntries(
    Object.entries(secrets).map(([path, value]) => [
      path,
      { [runtime.specialSigKey]: runtime.specialSecretSig, value },
    ]),
  );
}

/**
 * The engine loses a resource whose properties hold anything but plain JSON: `undefined` hangs the call,
 * a bigint or a Date fails it after the service has acted.
 */
function plain(value: JsonObject): JsonObject {
  return JSON.parse(
    JSON.stringify(value, (_, child) => (typeof child === "bigint" ? child.toString() : child)),
  );
}
