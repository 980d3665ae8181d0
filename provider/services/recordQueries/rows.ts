import type { Entity } from "../../odata/company.js";
import { toPlainRow } from "../../odata/plainRow.js";
import { asData } from "../../schema/engineValues.js";
import type { PropertyMap } from "../../schema/json.js";
import type { ResourceSchema } from "../../schema/keywords.js";
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
export function getSchema(collection: string): ResourceSchema | undefined {
  return schemas.get(collection);
}

/** Fields that the schema does not list stand beside the others, under the names that the service gives them. */
export function toRow(schema: ResourceSchema | undefined, { fields }: Entity): PropertyMap {
  if (schema === undefined) return toPlainRow(fields);
  const { additionalFields: _, ...row } = fromWire(schema, fields);
  // An encoded value may be decoded to anything.
  return asData(toPlainRow(row));
}
