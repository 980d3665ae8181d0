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

/** The side effects of one update and of the next one, without those that the next one has undone. */
export function joinSideEffects(
  schema: ResourceSchema,
  first: SideEffect[],
  second: SideEffect[],
): SideEffect[] {
  const later = new Map(second.map((effect) => [effect.path, effect]));
  const joined = first.map((effect) => {
    const next = later.get(effect.path);
    return next === undefined
      ? effect
      : { ...effect, after: next.after, causes: [...effect.causes, ...next.causes] };
  });
  const isNew = ({ path }: SideEffect): boolean => first.every((effect) => effect.path !== path);
  return [...joined, ...second.filter(isNew)].filter(
    ({ path, before, after }) => !isSameField(schema, path, before, after),
  );
}
