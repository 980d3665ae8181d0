import { getOwn, isAbsent, isObject, type Json, mapValues } from "./json.js";
import { getPropertySchema, type Schema } from "./keywords.js";
import { isSpelling, isStoredAs } from "./spelling.js";

/**
 * `live` with the declared value in place of each one that {@link isStoredAs} it, or that is the {@link isSpelling} of it that the
 * service answered. Lists go by position.
 *
 * @param answered what the service answered when it was sent the declared values
 * @param isFound whether it may have had these values before: fewer decimals than two are no rounding then
 */
export function withDeclared(
  schema: Schema | undefined,
  declared: Json,
  live: Json,
  answered: Json,
  isFound: boolean,
): Json {
  if (isAbsent(declared)) return live;
  const inner = (field: Schema | undefined, own: Json, child: Json, other: Json): Json =>
    withDeclared(field, own, child, other, isFound);
  if (Array.isArray(declared) && Array.isArray(live)) {
    const items = Array.isArray(answered) ? answered : [];
    return live.map((item, index) => inner(schema?.items, declared[index], item, items[index]));
  }
  if (isObject(declared) && isObject(live)) {
    const fields = isObject(answered) ? answered : {};
    return mapValues(live, (name, child) =>
      inner(getPropertySchema(schema, name), getOwn(declared, name), child, getOwn(fields, name)),
    );
  }
  const isAnswered = answered !== undefined && isStoredAs(schema, answered, live);
  const isRespelled = isAnswered && isSpelling(schema, declared, live, isFound ? live : undefined);
  return isRespelled || isStoredAs(schema, declared, live) ? declared : live;
}
