import { asData } from "../../engineValues.js";
import type { Entity } from "../../odata/company.js";
import type { ResourceSchema } from "../../schema/dialect.js";
import { isObject, type Json, type JsonObject, setOwn } from "../../schema/json.js";
import { fromWire } from "../../schema/wire.js";
import { customerSchema, itemSchema, projectSchema } from "../records/schema.js";

/** Records as the service answers them -> rows as a program gets them. */

/** Collections whose fields the documents list. */
const schemas = new Map<string, ResourceSchema>([
  ["customers", customerSchema],
  ["items", itemSchema],
  ["projects", projectSchema],
]);

/** Schema of the records of a collection; none where the documents do not list their fields. */
export function schemaOf(collection: string): ResourceSchema | undefined {
  return schemas.get(collection);
}

/** Fields that the schema does not list stand beside the others, under the names that the service gives them. */
export function rowOf(schema: ResourceSchema | undefined, { fields }: Entity): JsonObject {
  if (schema === undefined) return plain(fields) as JsonObject;
  const { additionalFields: _, ...row } = fromWire(schema, fields) as JsonObject;
  // An encoded value may be decoded to anything.
  return asData(plain(row)) as JsonObject;
}

const ANNOTATION = "@odata.";

/** The entity tag under a name that a program can write; all other annotations are the protocol's own business. */
function plain(value: Json): Json {
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  const result: JsonObject = {};
  for (const [name, child] of Object.entries(value)) {
    if (name === `${ANNOTATION}etag`) setOwn(result, "etag", child);
    else if (!name.includes(ANNOTATION)) setOwn(result, name, plain(child));
  }
  return result;
}
