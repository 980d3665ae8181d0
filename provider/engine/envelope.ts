import { runtime } from "@pulumi/pulumi";
import type { ResourceSchema } from "../schema/dialect.js";
import { isObject, type Json, type JsonObject } from "../schema/json.js";
import { liftSecrets, mergeSecrets, type Secrets, secretTexts } from "../schema/secrets.js";

/** Properties beside a resource's own. The engine does not display names that begin with `__`. */
export const META = { handler: "__provider", secrets: "__secrets", urn: "__urn" } as const;

/** Inputs or outputs as a hook works with them. */
export interface Opened {
  /** The resource's own properties, secrets merged back. */
  value: JsonObject;
  /** Paths that are secret because the program said so. */
  marked: Set<string>;
  /** Texts that must never be shown. */
  secrets: string[];
  urn: string | undefined;
}

/** Takes properties as the engine hands them over apart. */
export function open(schema: ResourceSchema, properties: JsonObject): Opened {
  const own = Object.entries(properties).filter(([name]) => !name.startsWith("__"));
  const lifted = properties[META.secrets];
  const { value, marked } = mergeSecrets(schema, Object.fromEntries(own), lifted);
  const urn = properties[META.urn];
  return {
    value: value as JsonObject,
    marked,
    secrets: secretTexts(lifted),
    urn: typeof urn === "string" ? urn : undefined,
  };
}

/** Puts properties together for the engine: secrets lifted out again and marked as such, all of it plain JSON. */
export function seal(schema: ResourceSchema, value: Json, from: Pick<Opened, "marked" | "urn">): JsonObject {
  const { value: shown, secrets } = liftSecrets(schema, value, from.marked);
  const sealed: JsonObject = { ...(isObject(shown) ? shown : {}) };
  if (from.urn !== undefined) sealed[META.urn] = from.urn;
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
