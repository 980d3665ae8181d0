import type { Json, PropertyMap } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { getField, getFieldName, isSameField, listDeclarablePaths } from "./fields.js";

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
  return listDeclarablePaths(schema)
    .filter((path) => !sent.includes(getFieldName(schema, path)))
    .map((path) => ({
      ...{ path, causes },
      before: getField(schema, before, path),
      after: getField(schema, after, path),
    }))
    .filter((effect) => effect.before !== undefined && effect.after !== undefined)
    .filter((effect) => !isSameField(schema, effect.path, effect.before, effect.after));
}

export function joinSideEffects(first: SideEffect[], next: SideEffect[]): SideEffect[] {
  const later = new Map(next.map((effect) => [effect.path, effect]));
  const joined = first.map((effect) => {
    const { after, causes } = later.get(effect.path) ?? { after: effect.after, causes: [] };
    return { ...effect, after, causes: [...effect.causes, ...causes] };
  });
  return [...joined, ...next.filter(({ path }) => first.every((effect) => effect.path !== path))];
}

/** Side effects that the record still has in the end, with their last values. */
export function listLasting(schema: ResourceSchema, effects: SideEffect[], last: PropertyMap): SideEffect[] {
  return effects
    .map((effect) => ({ ...effect, after: getField(schema, last, effect.path) }))
    .filter(({ path, before, after }) => !isSameField(schema, path, before, after));
}
