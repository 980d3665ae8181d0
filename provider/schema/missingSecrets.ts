import { isAbsent, isObject, type Json } from "./json.js";
import { getPropertySchema, type Schema } from "./keywords.js";
import { formatItemPath, joinPath } from "./path.js";

/** Paths at which a secret may be set at the service, which returns none: those beside values that were returned. */
export function findMissingSecrets(schema: Schema, value: Json): string[] {
  const found: string[] = [];
  const visit = (at: Schema | undefined, path: string, current: Json): void => {
    if (Array.isArray(current)) {
      current.forEach((item, index) => void visit(at?.items, formatItemPath(at, path, item, index), item));
    } else if (isObject(current)) {
      const isGiven = (name: string): boolean => !isAbsent(current[name]);
      const hasOther = at?.exactlyOneOf?.some(isGiven) === true;
      for (const [name, field] of Object.entries(at?.properties ?? {})) {
        const isOther = hasOther && at?.exactlyOneOf?.includes(name) === true;
        const isMissing = isGiven(name) ? isEmpty(current[name]) : !isOther;
        if (isSecretField(field) && isMissing) found.push(joinPath(path, name));
      }
      for (const [name, child] of Object.entries(current)) {
        visit(getPropertySchema(at, name), joinPath(path, name), child);
      }
    }
  };
  visit(schema, "", value);
  return found;
}

/** A secret, or a map of secrets. */
function isSecretField({ secret, additionalProperties }: Schema): boolean {
  return secret === true || additionalProperties?.secret === true;
}

function isEmpty(value: Json): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}
