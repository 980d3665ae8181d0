import { isDeepStrictEqual } from "node:util";
import type { ResourceOutputs, ResourceProperties } from "../core/resourceProperties.js";
import { isAbsent, isObject, type Json, type JsonObject, UNKNOWN } from "../schema/json.js";
import { isResponseOnly, type ResourceSchema, type Schema } from "../schema/keywords.js";
import { contentOf } from "../schema/secret.js";
import { withSecretsOf } from "../schema/secretTree.js";

/**
 * The outputs that a create or an update is going to have, as far as a preview can know them: what the service assigns is
 * unknown, except where an update leaves it as it is.
 *
 * @param before the state that is updated; undefined for a create
 */
export function previewOutputs(
  schema: ResourceSchema,
  inputs: ResourceProperties,
  before: ResourceProperties | undefined,
): ResourceOutputs {
  const old: JsonObject = { ...before?.computed, ...before?.value };
  const value: JsonObject = { ...inputs.value };
  for (const [name, field] of Object.entries(schema.properties)) {
    if (field.volatile === true) continue;
    const stays = before !== undefined && field.stable === true && !isAbsent(old[name]);
    if (isResponseOnly(field) || (field.computed === true && isAbsent(value[name]))) {
      value[name] = stays ? old[name] : UNKNOWN;
    } else {
      const declared = contentOf(value[name]);
      if (!isObject(declared)) continue;
      const unchanged = stays && holdsAll(contentOf(old[name]), declared);
      value[name] = unchanged ? old[name] : withSecretsOf(value[name], withAssigned(field, declared));
    }
  }
  return { ...inputs, value, inputs: inputs.value };
}

/** Whether an output still holds everything that is declared. */
function holdsAll(output: Json, declared: JsonObject): boolean {
  if (!isObject(output)) return false;
  return Object.entries(declared).every(([name, value]) => isDeepStrictEqual(value, output[name]));
}

/** A declared object completed by what the service assigns in it: the address of a group, say. */
function withAssigned(schema: Schema, declared: JsonObject): JsonObject {
  const assigned = Object.entries(schema.properties ?? {}).filter(
    ([name, field]) => field.readOnly === true && field.volatile !== true && isAbsent(declared[name]),
  );
  return { ...declared, ...Object.fromEntries(assigned.map(([name]) => [name, UNKNOWN])) };
}
