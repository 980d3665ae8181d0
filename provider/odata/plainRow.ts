import { isObject, type Json, type JsonObject, setOwn } from "../schema/json.js";

const ANNOTATION = "@odata.";

/**
 * A record without the protocol's own annotations, at any depth, but with the entity tag under a name that a program can
 * write.
 */
export function toPlainRow(fields: JsonObject): JsonObject {
  const result: JsonObject = {};
  for (const [name, child] of Object.entries(fields)) {
    if (name === `${ANNOTATION}etag`) setOwn(result, "etag", child);
    else if (!name.includes(ANNOTATION)) setOwn(result, name, plain(child));
  }
  return result;
}

function plain(value: Json): Json {
  if (Array.isArray(value)) return value.map(plain);
  return isObject(value) ? toPlainRow(value) : value;
}
