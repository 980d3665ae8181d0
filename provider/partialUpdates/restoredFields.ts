import type { PropertyMap } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { type Fields, findLinked, getField } from "./fields.js";
import { KnownValues } from "./knownValues.js";
import type { FieldUpdate } from "./partialUpdate.js";
import type { PrivateState } from "./privateState.js";

/** Leaves out a path if another one is the other spelling of the same field: the declared one is preferred, or the first. */
export function withoutSecondSpellings(
  schema: ResourceSchema,
  paths: readonly string[],
  declared: Fields,
): string[] {
  return paths.filter((path, index) => {
    const other = findLinked(schema, paths, path);
    if (other === undefined) return true;
    const isPreferred = Object.hasOwn(declared, path);
    return isPreferred === Object.hasOwn(declared, other) ? index < paths.indexOf(other) : isPreferred;
  });
}

/** Restores the original value of a field, unless another client has changed it. */
export function restoreField(
  schema: ResourceSchema,
  path: string,
  declared: Fields,
  { privateState, outputs = {} }: { privateState: PrivateState; outputs?: PropertyMap },
): FieldUpdate {
  const known = new KnownValues(schema, declared, privateState);
  const other = Object.hasOwn(declared, path) ? undefined : findLinked(schema, Object.keys(declared), path);
  const isOwn = other !== undefined && known.listOwn(other).length > 0;
  // The service has set this spelling when it set the declared one.
  const linked = isOwn ? [getField(schema, outputs, path)] : [];
  return {
    path,
    to: privateState.originals[path],
    seen: [...known.listOwn(path), ...linked],
    optional: true,
  };
}
