import { isObject, type Json } from "../schema/json.js";
import { collectTexts } from "../schema/secretTree.js";

/** Texts that a lifecycle keeps under the paths of secrets: they are as secret as what is there now. */
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
