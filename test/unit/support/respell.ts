import { isObject } from "../../../provider/schema/json.js";
import type { Schema } from "../../../provider/schema/keywords.js";

/**
 * Returns `value` as a service or another user might write it: other letter case, other order where it does not matter, `null` or
 * `[]` for absent values, and other secrets. It uses only the keywords of the schema.
 */
export function respell(schema: Schema | undefined, value: unknown): unknown {
  if (schema?.secret === true && value !== null) return "another secret";
  if (typeof value === "string") return respellText(schema, value);
  if (Array.isArray(value)) {
    const items = value.map((item) => respell(schema?.items, item));
    const isFree = schema?.listType === "set" || (schema?.listType === "map" && schema.ordered !== true);
    return isFree ? items.reverse() : items;
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, child]) => {
    const field = schema?.properties?.[name] ?? schema?.additionalProperties;
    const isKey = schema?.additionalProperties !== undefined && schema.caseInsensitive === true;
    return [isKey ? name.toUpperCase() : name, respellNothing(field, child) ?? respell(field, child)];
  });
  return Object.fromEntries(entries.reverse());
}

/** Null and `[]` both stand for an absent list. The caller omits missing lists. */
function respellNothing(schema: Schema | undefined, value: unknown): unknown {
  return schema?.type === "array" && value === null ? [] : undefined;
}

function respellText(schema: Schema | undefined, value: string): string {
  if (schema?.url === true) return respellUrl(value);
  const spaced = schema?.ignoreSpaces === true ? value.replace(/\s/g, "").split("").join(" ") : value;
  return schema?.caseInsensitive === true ? spaced.toUpperCase() : spaced;
}

/** Adds a slash, a port and upper-case letters to an address. Other texts stay the same. */
function respellUrl(value: string): string {
  const [, host, path] = /^https:\/\/([^/:]+)(?::443)?\/?(.*)$/i.exec(value) ?? [];
  return host === undefined ? value : `HTTPS://${host.toUpperCase()}:443/${path}`;
}
