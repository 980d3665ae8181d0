import type { PropertyMap } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import type { Message } from "../text/message.js";
import { type ConflictOptions, type FieldValue, formatFieldValues } from "./conflict.js";
import { getField, getManagedFields, isSameField } from "./fields.js";

/** Lists the declared values that replace others of an existing record: `phoneNumber: "+1" at the service, "+2" in the program`. */
export function listReplacedValues(
  schema: ResourceSchema,
  args: PropertyMap,
  answer: PropertyMap,
  options: ConflictOptions,
): Message[] {
  return Object.entries(getManagedFields(schema, args)).flatMap(([path, declared]) => {
    const live = getField(schema, answer, path);
    if (isSameField(schema, path, live, declared)) return [];
    // Records that are read together lack the fields that the schema does not list.
    const current: FieldValue[] = live === undefined ? [] : [[live, "at the service"]];
    return [formatFieldValues(path, [...current, [declared, "in the program"]], options)];
  });
}
