import { NO_GUID } from "./guid.js";
import { isAbsent, isObject, type Json } from "./json.js";
import { isBodyField, isResponseOnly, type Schema } from "./keywords.js";
import { findTwins, formatItemPath, joinPath } from "./path.js";

/**
 * Declared fields that are missing in the answer of a service that returns everything it was sent. A refresh does not treat
 * them as drift. Values that mean the same as no value are not listed.
 */
export function listUnanswered(field: Schema | undefined, declared: Json, live: Json, path = ""): string[] {
  if (field === undefined || isResponseOnly(field) || field.secret === true) return [];
  if (!isBodyField(field) || field.serverDefault === true || saysNothing(declared)) return [];
  if (field.mayBeUnanswered === true && isAbsent(live)) return [];
  if (isAbsent(live)) return holdsOnlySecrets(field) ? [] : [path];
  if (Array.isArray(declared) && Array.isArray(live)) {
    const twins = findTwins(field, declared, live) ?? [];
    return declared.flatMap((item, index) =>
      twins[index] === undefined
        ? []
        : listUnanswered(field.items, item, twins[index], formatItemPath(field, path, item, index)),
    );
  }
  if (!isObject(declared) || !isObject(live)) return [];
  return Object.entries(field.properties ?? {}).flatMap(([name, child]) =>
    listUnanswered(child, declared[name], live[name], joinPath(path, name)),
  );
}

/** Whether a declared value asks for nothing. A zero asks for something: it may be a user's id. */
export function saysNothing(value: Json): boolean {
  if (isAbsent(value) || value === false || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.values(value).every(saysNothing);
}

/** Whether a value is what the business service returns for a field that was never set. */
export function isUnset(value: Json): boolean {
  return isAbsent(value) || ["", 0, false, NO_GUID, "0001-01-01"].includes(value as string);
}

/** Such a value is not answered at all. */
function holdsOnlySecrets({ additionalProperties }: Schema): boolean {
  return additionalProperties?.secret === true;
}
