import { isSame } from "./compare.js";
import { getOwn, isObject, type Json } from "./json.js";
import { getPropertySchema, type Schema } from "./keywords.js";

/** Whether an update in place leaves this value of a field as it is, while the argument stays the same. */
export function isStable(field: Schema | undefined, value: Json): boolean {
  const stable = field?.stable;
  if (stable === undefined || stable === true) return stable === true;
  if (!isObject(value)) return true;
  const exceptions = Object.entries(stable.except);
  return !exceptions.every(([name, other]) =>
    isSame(getPropertySchema(field, name), getOwn(value, name), other),
  );
}
