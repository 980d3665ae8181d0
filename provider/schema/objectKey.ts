import { normalizeSpelling } from "./compare.js";
import { isUnknown, type PropertyMap } from "./json.js";
import type { ResourceSchema } from "./keywords.js";

/**
 * The arguments that identify an object at the service, in one spelling: equal keys mean the same object.
 *
 * @param names arguments that identify it. Default: those of its address
 * @returns `undefined` while a part is unknown or missing
 */
export function formatObjectKey(
  schema: ResourceSchema,
  args: PropertyMap,
  names = Object.keys(schema.properties).filter((name) => schema.properties[name]?.identity === true),
): string | undefined {
  const parts = names.map((name) => {
    const value = args[name];
    return typeof value === "string" && !isUnknown(value)
      ? normalizeSpelling(schema.properties[name], value)
      : undefined;
  });
  return parts.includes(undefined) ? undefined : JSON.stringify(parts);
}
