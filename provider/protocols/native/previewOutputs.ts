import { isDeepStrictEqual } from "node:util";
import type { ResourceOutputs, ResourceProperties } from "../../core/resourceProperties.js";
import { isStable } from "../../schema/compare.js";
import { isAbsent, isObject, mapValues, type PropertyMap, UNKNOWN } from "../../schema/json.js";
import {
  getPropertySchema,
  isResponseOnly,
  type ResourceSchema,
  type Schema,
} from "../../schema/keywords.js";
import { pickArguments } from "../../schema/project.js";
import { revealOne } from "../../schema/secret.js";
import { withSecretsOf } from "../../schema/secretTree.js";

/**
 * The outputs that a create or an update is going to have, as far as a preview can know them: what the service assigns is
 * unknown, except where an update leaves it as it is.
 *
 * @param before the state that is updated; undefined for a create
 */
export function createPreviewOutputs(
  schema: ResourceSchema,
  inputs: ResourceProperties,
  before: ResourceProperties | undefined,
): ResourceOutputs {
  const old: PropertyMap = { ...before?.computed, ...before?.value };
  const value: PropertyMap = { ...inputs.value };
  for (const [name, field] of Object.entries(schema.properties)) {
    if (field.volatile === true) continue;
    const stays = before !== undefined && isStable(field, revealOne(old[name])) && !isAbsent(old[name]);
    const declared = revealOne(value[name]);
    if (isResponseOnly(field)) {
      value[name] = stays ? old[name] : UNKNOWN;
    } else if (field.computed === true && isAbsent(declared)) {
      // An update that no longer declares an argument may restore another value.
      const wasDeclared = !isAbsent(revealOne(before?.value[name]));
      value[name] = stays && !wasDeclared ? old[name] : UNKNOWN;
    } else if (isObject(declared)) {
      const known = revealOne(old[name]);
      // Until the service has assigned something, a part that is missing may come with any update.
      const isAssigned = !isDeepStrictEqual(known, declared);
      const unchanged = stays && isAssigned && isDeepStrictEqual(pickArguments(field, known), declared);
      value[name] = unchanged ? old[name] : withSecretsOf(value[name], withAssigned(field, declared));
    }
  }
  return { ...inputs, value, inputs: inputs.value, formerSecrets: [] };
}

/** A declared object completed by what the service assigns in it, at any depth: the address of a group, say. */
function withAssigned(schema: Schema | undefined, declared: PropertyMap): PropertyMap {
  const assigned = Object.entries(schema?.properties ?? {}).filter(
    ([name, field]) => field.readOnly === true && field.volatile !== true && isAbsent(declared[name]),
  );
  const completed = mapValues(declared, (name, child) =>
    isObject(child) ? withAssigned(getPropertySchema(schema, name), child) : child,
  );
  return { ...completed, ...Object.fromEntries(assigned.map(([name]) => [name, UNKNOWN])) };
}
