import type { Json } from "./json.js";
import type { Profile } from "./profile.js";

/**
 * The annotated JSON Schema that describes a resource, and the only place where a field is described.
 * Standard keywords keep their meaning; the ones below are ours. They speak of the *arguments*, the shape a
 * program writes; `flatten`, `wire` and `wireNames` tell how that shape differs from the body on the wire.
 */
export interface Schema {
  /** `any`: any JSON value, which is not checked further. */
  type: "object" | "array" | "string" | "number" | "integer" | "boolean" | "any";
  /** Meaning, unit and default of the field: the text of the types and of the reference page. */
  description: string;
  /** Name of the generated type; objects only. */
  title?: string;

  properties?: Record<string, Schema>;
  required?: string[];
  /** Schema of a map's values. An object without it and without `properties` holds any JSON. */
  additionalProperties?: Schema;
  /** Rules for entries of these names, in an object that holds any JSON. */
  entries?: Record<string, Schema>;
  items?: Schema;

  enum?: string[];
  /** Meaning of each value of `enum`, in its order: a text of the SDKs. */
  enumDescriptions?: string[];
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  /** A rule that the documents or recorded answers of the service show; `patternDescription` says it in words. */
  pattern?: string;
  /** Message for a value that does not match `pattern`. */
  patternMessage?: string;
  /**
   * `guid`: its case has no meaning, and an empty one is the zero GUID. `email`: something with an `@` in it; as
   * part of a path it may hold a slash. `base64`: padded.
   */
  format?: "int32" | "uri" | "date" | "date-time" | "guid" | "email" | "base64";

  /** A line break or a byte order mark in the text is most likely a slip: sent, with a warning. */
  singleLine?: boolean;
  /** The sibling that takes the value as a secret: a hint where the item's `name` is that of a credential. */
  secretAlternative?: string;

  /** Response-only: never sent, never compared, ignored where a program gives it. */
  readOnly?: boolean;
  /** Response-only and different at every read: not kept in the state. Implies `readOnly`. */
  volatile?: boolean;
  /**
   * An update in place leaves its value in the answer as it is, while the argument of this name, if there is one, stays
   * the same: a preview knows it. `except`: not while the object has these values.
   */
  stable?: true | { except: Record<string, Json> };
  /** An argument that the service answers although it was not declared: its live value is an output then. */
  computed?: boolean;
  /** Sent, never returned in the clear, never compared, encrypted in the state. */
  secret?: boolean;
  /** For a secret: the service holds one only beside this sibling. */
  heldWith?: string;
  /** For a secret: the service holds none beside this sibling. */
  heldWithout?: string;
  /** The service cannot change it in place. */
  createOnly?: boolean;
  /** `map`: items are found by `listMapKeys`; `set`: order has no meaning; `atomic` (default): a sequence. */
  listType?: "map" | "set" | "atomic";
  listMapKeys?: string[];
  /** For `map` lists whose sequence means something all the same. */
  ordered?: boolean;
  /** Two spellings that differ in case only are the same value. On a map: its keys. */
  caseInsensitive?: boolean;
  /** Two spellings that differ in white space only are the same value. */
  ignoreSpaces?: boolean;
  /** Two spellings of one URL are the same value; a text that is no URL is compared as it is. */
  url?: boolean;
  /** On the wire characters that a name cannot hold are escaped: `_x0020_` for a blank. */
  encodedName?: boolean;
  /** The documents do not list every value: others than those of `enum` are sent, with a warning. */
  openEnum?: boolean;
  /** An empty value leaves the choice to the service: what it chose is no drift. */
  serverDefault?: boolean;
  /** Recorded or documented answers leave it out although it was sent: that it is missing says nothing. */
  mayBeUnanswered?: boolean;
  /** Answers may hold it, or only this value, although it was not sent: that it is there says nothing. */
  mayBeFilledIn?: boolean | string | number;
  /** On an object: an answered `null` is the value of an empty field, and not one that the answer leaves out. */
  nullIsEmpty?: boolean;
  /** Exactly one of these properties is given. */
  exactlyOneOf?: string[];
  /** Rules by the kind of object that the property `by` names; "" is the kind of an object without it. */
  kinds?: { by: string; rules: Record<string, KindRules> };
  /** The value names an item of this list of the resource: `volumes`. */
  references?: string;
  /** No item has the key of an item of this list of the resource: `containers`. */
  distinctFrom?: string;
  /** On the wire the properties of this object, but for `except`, live one level down, under `into`. */
  flatten?: { into: string; except: string[] };
  /** Its name in a body, by profile. Default: the name of the argument. */
  wireNames?: Record<Profile, string>;
  /** A part of the resource's id: sent in the address of the resource, and not in the body. */
  identity?: boolean;
  /**
   * Where an argument goes: into the `body` (default), its entries among the other fields of the body
   * (`additionalProperties`), or nowhere (`none`: it steers the provider, and a change of it alone is no reason to act,
   * unless `triggersUpdate`).
   */
  wire?: "body" | "additionalProperties" | "none";
  /** For `wire: "none"`: a change of it alone is an update all the same. */
  triggersUpdate?: boolean;
  /** Left out, the value of the configuration key of the same name is used. */
  configured?: boolean;
  /** Left out, the provider gives it a value, such as a name made of the resource's URN. */
  derived?: boolean;
  /** Left out, the id is looked up once by this argument of the same resource: `customerNumber`. */
  lookedUpBy?: string;
  /** The argument without which the one in `lookedUpBy` is not unique: the dimension of a value. */
  lookedUpIn?: string;
  /** Message for a value of another `format`. Default: what the format is. */
  formatMessage?: string;
}

export interface KindRules {
  /** Groups of properties; at least one of each group is required. */
  needs: string[][];
  /** These properties are not given. */
  excludes: string[];
}

/** A schema whose root is a resource's arguments and outputs. */
export interface ResourceSchema extends Schema {
  type: "object";
  title: string;
  properties: Record<string, Schema>;
}

/** Response-only fields, whether kept in the state or not. */
export function isResponseOnly(schema: Schema | undefined): boolean {
  return schema?.readOnly === true || schema?.volatile === true;
}

/** Whether an argument is a field of the body under its own name; one that the schema does not know is. */
export function isBodyField(schema: Schema | undefined): boolean {
  return schema?.identity !== true && (schema?.wire ?? "body") === "body";
}

/** Arguments that steer the provider without being a reason to act. */
export function isSilent(schema: Schema | undefined): boolean {
  return schema?.wire === "none" && schema.triggersUpdate !== true;
}

/** The schema of one property: a named one, else that of a map's values, else none (an unknown field). */
export function getPropertySchema(schema: Schema | undefined, name: string): Schema | undefined {
  for (const named of [schema?.properties, schema?.entries])
    if (named !== undefined && Object.hasOwn(named, name)) return named[name];
  return schema?.additionalProperties;
}

/** A schema and all schemas in it, those of fields, items and values of maps. */
export function listSchemas(schema: Schema | undefined): Schema[] {
  const found: Schema[] = [];
  const visit = (one: Schema | undefined): void => {
    if (one === undefined) return;
    found.push(one);
    for (const property of Object.values(one.properties ?? {})) visit(property);
    visit(one.items);
    visit(one.additionalProperties);
  };
  visit(schema);
  return found;
}

/** A list of objects that only their positions tell apart. */
export function isPositional(list: Schema | undefined): boolean {
  return list?.listType === "atomic" && list.items?.properties !== undefined;
}

/** A map: an object whose keys are the program's own. */
export function isMap(schema: Schema | undefined): boolean {
  return schema?.additionalProperties !== undefined;
}

/** A resource taken apart into its named shapes, the resource itself first. */
export function listShapes(resource: ResourceSchema): Map<string, Schema> {
  const shapes = new Map<string, Schema>();
  for (const schema of listSchemas(resource)) {
    const { title, properties } = schema;
    if (title !== undefined && properties !== undefined && !shapes.has(title)) shapes.set(title, schema);
  }
  return shapes;
}

/** Whether a state always has the field. A secret is missing there after an import. */
export function isRequired(shape: Schema, name: string): boolean {
  const field = shape.properties?.[name];
  return field?.derived === true || (shape.required?.includes(name) === true && field?.secret !== true);
}

/** The fields of which a program has to give one in place of `name`. */
export function listAlternatives(shape: Schema, name: string): string[] {
  const lookedUp = Object.entries(shape.properties ?? {}).flatMap(([id, { lookedUpBy }]) =>
    lookedUpBy !== undefined && shape.required?.includes(id) ? [[id, lookedUpBy]] : [],
  );
  const groups = [shape.exactlyOneOf ?? [], ...lookedUp].filter((group) => group.includes(name));
  return groups.flat().filter((other) => other !== name);
}

/** Whether a program has to give the field: nothing else fills it in. */
export function mustBeGiven(shape: Schema, name: string): boolean {
  const field = shape.properties?.[name];
  return shape.required?.includes(name) === true && field?.configured !== true && field?.derived !== true;
}

/** Fields that a program can give. */
export function listArgumentFields(shape: Schema): [string, Schema][] {
  return Object.entries(shape.properties ?? {}).filter(([, field]) => !isResponseOnly(field));
}

/** Fields that a state holds. */
export function listOutputFields(shape: Schema): [string, Schema][] {
  return Object.entries(shape.properties ?? {}).filter(([, field]) => field.volatile !== true);
}
