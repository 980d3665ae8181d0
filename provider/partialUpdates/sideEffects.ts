import type { Json, PropertyMap } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { getField, getFieldName, isSameField, listWritablePaths } from "./fields.js";

/** A field that an update has changed, although it was not sent: the service changes the city together with the country. */
export interface SideEffect {
  path: string;
  before: Json;
  after: Json;
  /** Fields that were sent. */
  causes: string[];
}

/** Lists what differs between two responses besides the fields that were sent. */
export function listSideEffects(
  schema: ResourceSchema,
  before: PropertyMap,
  after: PropertyMap,
  causes: string[],
): SideEffect[] {
  const sent = causes.map((path) => getFieldName(schema, path));
  return listWritablePaths(schema)
    .filter((path) => !sent.includes(getFieldName(schema, path)))
    .map((path) => ({
      ...{ path, causes },
      before: getField(schema, before, path),
      after: getField(schema, after, path),
    }))
    .filter((effect) => effect.before !== undefined && effect.after !== undefined)
    .filter((effect) => !isSameField(schema, effect.path, effect.before, effect.after));
}

/** Adds the side effects of a second update to those of the first one. */
export function joinSideEffects(first: SideEffect[], second: SideEffect[]): SideEffect[] {
  const joined = new Map(first.map((effect) => [effect.path, effect]));
  for (const effect of second) {
    const { before, causes } = joined.get(effect.path) ?? { before: effect.before, causes: [] };
    joined.set(effect.path, { ...effect, before, causes: [...causes, ...effect.causes] });
  }
  return [...joined.values()];
}

/** Side effects that the record still has in the end, with their last values. */
export function listLasting(schema: ResourceSchema, effects: SideEffect[], last: PropertyMap): SideEffect[] {
  return effects
    .map((effect) => ({ ...effect, after: getField(schema, last, effect.path) }))
    .filter(({ path, before, after }) => !isSameField(schema, path, before, after));
}
