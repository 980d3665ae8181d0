import { isObject, type Json } from "../schema/json.js";
import { collectTexts } from "../schema/secretTree.js";

/** Texts in the private state under paths of secrets, such as earlier values of the same fields: they are secrets, too. */
export function collectPrivateTexts(privateState: Json, paths: readonly string[]): string[] {
  return collectTexts(valuesNamed(privateState, paths));
}

function valuesNamed(privateState: Json, paths: readonly string[]): Json[] {
  if (!isObject(privateState)) return [];
  return Object.entries(privateState).flatMap(([name, value]) => {
    if (paths.includes(name)) return [value];
    // Of a map that is a secret as a whole its names are secrets, too.
    const map = paths.find((path) => name.startsWith(`${path}.`));
    return map === undefined ? valuesNamed(value, paths) : [{ [name.slice(map.length + 1)]: value }];
  });
}
