import { isUnknown, type PropertyMap } from "./json.js";
import type { ResourceSchema } from "./keywords.js";
import { normalizeSpelling } from "./normalize.js";

/** An id consists of arguments. Its format contains their names in braces: `{ownerName}/{appName}/{userEmail}`. */

export function formatResourceId(format: string, args: PropertyMap): string {
  return format.replace(/\{(\w+)\}/g, (_, name: string) => String(args[name] ?? ""));
}

/** @returns undefined if the id does not have the format */
export function parseResourceId(format: string, id: string): PropertyMap | undefined {
  const parts = format.split(/[{}]/);
  const names = parts.filter((_, index) => index % 2 === 1);
  const last = names.at(-1);
  const patterns = parts.map((part, index) => {
    if (index % 2 === 0) return part.replace(/[.\\/]/g, "\\$&");
    return part === last ? "(.+)" : "([^/]+)";
  });
  const values = new RegExp(`^${patterns.join("")}$`, "i").exec(id)?.slice(1);
  return values && Object.fromEntries(names.map((name, index) => [name, values[index]]));
}

/**
 * The key of an object at the service. Equal keys mean the same object.
 *
 * @param names arguments that identify the object. Default: those in its address
 * @returns `undefined` if a part is unknown or missing
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
