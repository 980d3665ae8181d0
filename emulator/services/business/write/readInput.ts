import { isGuid } from "../../../guid.js";
import { isObject } from "../../../json.js";
import { businessErrors } from "../errors.js";
import type { Children, EntityType } from "../model/entityType.js";
import { type Field, type Fields, fromWire, type Scalar } from "../model/field.js";
import { entityTypes } from "../model/index.js";

export interface Input {
  fields: Fields;
  /** Child records to create, by navigation name. */
  children: readonly { of: Children; records: readonly Fields[] }[];
}

/** Reads the body of a create, with child records if the type allows them. */
export function readNew(type: EntityType, body: unknown): Input {
  const given = objectOf(body);
  const deep = type.children.filter((of) => of.deepInsert === true && Object.hasOwn(given, of.navigation));
  const isDeep = (name: string) => deep.some(({ navigation }) => navigation === name);
  const own = Object.fromEntries(Object.entries(given).filter(([name]) => !isDeep(name)));
  return {
    fields: readFields(type, own, isReadOnly),
    children: deep.map((of) => ({ of, records: readChildren(of, given[of.navigation]) })),
  };
}

/** Reads the body of an update. The caller compares the fields of the identity. */
export function readChanges(type: EntityType, body: unknown): Fields {
  return readFields(type, objectOf(body), isReadOnly);
}

/** Reads a write of the control interface, which may set every field. */
export function readUnchecked(type: EntityType, fields: unknown): Fields {
  return readFields(type, objectOf(fields), () => false);
}

function isReadOnly({ fixed }: Field): boolean {
  return fixed === "always";
}

function readFields(
  type: EntityType,
  body: Record<string, unknown>,
  refused: (field: Field) => boolean,
): Fields {
  const fields: Record<string, Scalar> = {};
  // Clients may return annotations, which are ignored.
  const given = Object.entries(body).filter(([name, value]) => !name.includes("@") && value !== undefined);
  for (const [name, value] of given) {
    const field = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
    if (field === undefined) throw businessErrors.unknownProperty(name, type.name);
    if (refused(field)) throw businessErrors.readOnly(name);
    fields[name] = readValue(name, field, value);
  }
  return fields;
}

function readChildren(of: Children, value: unknown): Fields[] {
  if (!Array.isArray(value))
    throw businessErrors.badRequest(`The property '${of.navigation}' must be a list.`);
  return value.map((record) => readNew(entityTypes[of.of], record).fields);
}

function objectOf(body: unknown): Record<string, unknown> {
  if (!isObject(body)) throw businessErrors.badRequest("The request body must be a JSON object.");
  return body;
}

/** Whether a text is a valid date: February 30 is not. */
function isDay(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)
  );
}

/** Reads the value of one field. Invalid values are errors. */
function readValue(name: string, { edm, unset, options, maxLength }: Field, value: unknown): Scalar {
  // JSON can contain numbers that are too large to store.
  if (typeof value !== typeof unset || Number.isFinite(value) !== Number.isFinite(unset))
    throw businessErrors.wrongType(name, edm);
  if (typeof value !== "string") return value as number | boolean;
  if (edm === "Guid" && !isGuid(value)) throw businessErrors.invalidGuid();
  const isTime = edm !== "DateTimeOffset" || !Number.isNaN(Date.parse(value));
  if (!isTime || (edm === "Date" && !isDay(value))) throw businessErrors.wrongType(name, edm);
  if (maxLength !== undefined && value.length > maxLength) throw businessErrors.tooLong(value, maxLength);
  if (options === undefined) return edm === "Guid" ? value.toLowerCase() : value;
  const known = [value, fromWire(value)].find((text) => options.includes(text));
  if (known === undefined) throw businessErrors.notAnOption(value, options);
  return known;
}
