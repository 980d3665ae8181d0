import { isDeepStrictEqual } from "node:util";
import { ProviderError } from "../contract/providerError.js";
import { isObject, type Json, type PropertyMap } from "../schema/json.js";
import { getPropertySchema, type Schema } from "../schema/keywords.js";
import { formatItemKey, formatItemPath, joinPath, parseOptionPath } from "../schema/path.js";
import { reveal } from "../schema/secretTree.js";
import { message } from "../text/message.js";
import type { ResourceKind } from "./resourceKind.js";

/** The option `ignoreChanges` of a resource, and the inputs to which the engine has applied it. */
export interface IgnoredChanges {
  paths: readonly string[];
  /** The inputs in the state. */
  olds: PropertyMap;
  /** The inputs of the program. */
  news: PropertyMap;
}

/** @throws ProviderError if an item has the ignored value of another one */
export function requireSameItems({ schema, paths }: ResourceKind, ignored: IgnoredChanges): void {
  const whole = { schema, path: "", before: reveal(ignored.olds), after: reveal(ignored.news) };
  const found = first(ignored.paths, (path) => findMisplaced(whole, parseOptionPath(path)));
  if (found === undefined) return;
  const [given, stored] = [paths.shown(found.given), paths.shown(found.stored)];
  throw new ProviderError(
    message`\`ignoreChanges\` would give ${given} the value of ${stored}, because Pulumi applies it by position, and the state has another order. Declare the items in the order of the state, new ones at the end. To remove an item before others, leave the option out until the next \`pulumi up\`.`,
    "notApplied",
  );
}

/** The path of an item, and of the one at its position in the state. */
interface Misplaced {
  given: string;
  stored: string;
}

/**
 * Finds an item that got the ignored value of another one. The engine applies `ignoreChanges` by position, and the inputs in the
 * state keep the order of their items, whatever the order in the program.
 */
function findMisplaced(
  { schema, path, before, after }: Pair,
  [step, ...rest]: readonly string[],
): Misplaced | undefined {
  if (step === undefined) return undefined;
  if (Array.isArray(before) && Array.isArray(after)) {
    const matching = [...after.keys()].filter((index) => step === "*" || step === String(index));
    return first(matching, (index) => findInItem({ schema, path, before, after }, index, rest));
  }
  if (!isObject(before) || !isObject(after)) return undefined;
  const below = { schema: getPropertySchema(schema, step), path: joinPath(path, step) };
  return findMisplaced({ ...below, before: before[step], after: after[step] }, rest);
}

/** A value in the state and in the program. */
interface Pair<Value extends Json = Json> {
  schema: Schema | undefined;
  path: string;
  before: Value;
  after: Value;
}

function findInItem(
  { schema, path, before, after }: Pair<Json[]>,
  index: number,
  rest: readonly string[],
): Misplaced | undefined {
  const [item, other] = [after[index], before[index]];
  if (other === undefined) return undefined;
  const [key, otherKey] = [formatItemKey(schema, item), formatItemKey(schema, other)];
  const given = formatItemPath(schema, path, item, index);
  if (key === otherKey)
    return findMisplaced({ schema: schema?.items, path: given, before: other, after: item }, rest);
  if (key === undefined || otherKey === undefined) return undefined;
  const own = before.find((one) => formatItemKey(schema, one) === key);
  const isSame = own !== undefined && isDeepStrictEqual(valuesAt(own, rest), valuesAt(other, rest));
  return isSame ? undefined : { given, stored: formatItemPath(schema, path, other, index) };
}

function first<Item, Result>(items: readonly Item[], find: (item: Item) => Result | undefined) {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function valuesAt(value: Json, [step, ...rest]: readonly string[]): Json[] {
  if (step === undefined) return [value];
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      step === "*" || step === String(index) ? valuesAt(item, rest) : [],
    );
  return isObject(value) ? valuesAt(value[step], rest) : [];
}
