import type { Change, Step } from "../../schema/compare.js";
import { getOwn, isAbsent, isObject, type Json, mapValues, type PropertyMap } from "../../schema/json.js";
import { parseOptionPath, topLevelName } from "../../schema/path.js";
import { isSecret } from "../../schema/secret.js";

export function isReplacedAt(paths: readonly string[]): (change: Change) => boolean {
  const patterns = paths.map(parseOptionPath);
  return ({ oldSteps, newSteps }) =>
    patterns.some((pattern) => beginsWith(oldSteps, pattern) || beginsWith(newSteps, pattern));
}

/** Names of the arguments with such a change. */
export function listReplaced(changes: readonly Change[], paths: readonly string[]): string[] {
  return changes.filter(isReplacedAt(paths)).map(({ path }) => topLevelName(path));
}

/**
 * Restores the earlier values at the paths of the option `ignoreChanges`. The engine restores all values except extracted
 * secrets, which are not at these paths in its inputs.
 */
export function keepIgnored(after: PropertyMap, before: PropertyMap, paths: readonly string[]): PropertyMap {
  return paths.length === 0 ? after : (keepBelow(after, before, paths.map(parseOptionPath)) as PropertyMap);
}

function keepBelow(after: Json, before: Json, patterns: readonly (readonly string[])[]): Json {
  if (patterns.length === 0 || isAbsent(before)) return after;
  if (patterns.some((pattern) => pattern.length === 0)) return before;
  if (isSecret(after) || isSecret(before)) return after;
  const below = (step: string) =>
    patterns.filter((pattern) => beginsWith([step], pattern.slice(0, 1))).map((pattern) => pattern.slice(1));
  if (Array.isArray(after) && Array.isArray(before))
    return after.map((item, index) => keepBelow(item, before[index], below(String(index))));
  if (!isObject(after) || !isObject(before)) return after;
  return mapValues(after, (name, child) => keepBelow(child, getOwn(before, name), below(name)));
}

function beginsWith(steps: readonly Step[], pattern: readonly string[]): boolean {
  return pattern.every((part, index) => part === "*" || part === String(steps[index]));
}
