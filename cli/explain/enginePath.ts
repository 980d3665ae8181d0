import { getOwn, isObject, type Json } from "../../provider/schema/json.js";
import { getPropertySchema, type Schema } from "../../provider/schema/keywords.js";
import { formatItemPath, joinPath } from "../../provider/schema/path.js";
import { PLACEHOLDER } from "../../provider/schema/secret.js";

/** A property name or the index of an item. */
export type PathStep = string | number;

/** Parses a path of the engine: `containers[0].image`, `tags["a|b"]`, `__secrets["containers[web].password"]`. */
export function readEnginePath(path: string): PathStep[] {
  const steps = [...path.matchAll(/\["((?:\\"|[^"])*)"\]|\[(\d+)\]|([^.[\]]+)/g)];
  return steps.map(([, quoted, position, name]) => {
    if (quoted !== undefined) return quoted.replaceAll('\\"', '"');
    return position === undefined ? (name ?? "") : Number(position);
  });
}

interface Place {
  /** The path for display: `containers[web].image`. */
  path: string;
  before: Json;
  after: Json;
}

/**
 * Finds the value at a path of the engine. Stops at a secret, whose content is hidden. Items have their current names, and
 * removed items their former names.
 */
export function locate(schema: Schema | undefined, steps: PathStep[], before: Json, after: Json): Place {
  let place: Place = { path: "", before, after };
  let at = schema;
  for (const step of steps) {
    if (place.before === PLACEHOLDER || place.after === PLACEHOLDER) break;
    const next = { before: child(place.before, step), after: child(place.after, step) };
    if (typeof step === "number") {
      place = { path: formatItemPath(at, place.path, next.after ?? next.before, step), ...next };
      at = at?.items;
    } else {
      place = { path: joinPath(place.path, step), ...next };
      at = getPropertySchema(at, step);
    }
  }
  return place;
}

function child(value: Json, step: PathStep): Json {
  if (typeof step === "number") return Array.isArray(value) ? value[step] : undefined;
  return isObject(value) ? getOwn(value, step) : undefined;
}
