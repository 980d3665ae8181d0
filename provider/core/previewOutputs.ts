import { isDeepStrictEqual } from "node:util";
import { isStable } from "../schema/compare.js";
import { isAbsent, type Json, type PropertyMap, UNKNOWN } from "../schema/json.js";
import { isResponseOnly, listOutputFields, type ResourceSchema, type Schema } from "../schema/keywords.js";
import { pickArguments, withUnassigned } from "../schema/project.js";
import { revealOne } from "../schema/secret.js";
import { withSecretsOf } from "../schema/secretTree.js";
import type { ResourceOutputs, ResourceProperties } from "./resourceProperties.js";

/**
 * The outputs that a preview can predict. A value that the service assigns is unknown, unless an update keeps it.
 *
 * @param state the state before an update; undefined for a create
 */
export function createPreviewOutputs(
  schema: ResourceSchema,
  news: ResourceProperties,
  state: ResourceProperties | undefined,
): ResourceOutputs {
  const old: PropertyMap = { ...state?.computed, ...state?.value };
  const value: PropertyMap = { ...news.value };
  for (const [name, field] of listOutputFields(schema)) {
    const isKept = state !== undefined && !isAbsent(old[name]) && isStable(field, revealOne(old[name]));
    const kept = isKept ? old[name] : undefined;
    if (isResponseOnly(field)) {
      value[name] = kept ?? UNKNOWN;
    } else if (!isAbsent(revealOne(value[name]))) {
      value[name] = predictDeclared(field, value[name], kept);
    } else if (field.computed === true) {
      // If the program has removed the argument, the update may restore another value.
      const wasDeclared = !isAbsent(revealOne(state?.value[name]));
      value[name] = kept === undefined || wasDeclared ? UNKNOWN : kept;
    }
  }
  return { ...news, value, inputs: news.value, formerSecrets: [] };
}

/** The value of a declared field, with unknown values where the service assigns some, unless they are in a kept value. */
function predictDeclared(field: Schema, declared: Json, kept: Json): Json {
  const [plain, known] = [revealOne(declared), revealOne(kept)];
  // While the state has no assigned part, any update may add one.
  const hasAssigned = !isDeepStrictEqual(known, plain);
  if (kept !== undefined && hasAssigned && isDeepStrictEqual(pickArguments(field, known), plain)) return kept;
  return withSecretsOf(declared, withUnassigned(field, plain, UNKNOWN));
}
