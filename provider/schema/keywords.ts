import type { Json } from "./json.js";

/** The family of services, which decides the names of some fields, and which are required. */
export type Profile = "vendor" | "azure";

/**
 * The annotated JSON Schema of a resource, which is the only description of its fields. Standard keywords have their usual
 * meaning. The keywords describe the *arguments* of a program; `flatten`, `wire` and `wireNames` describe how a body differs
 * from them.
 */
export interface Schema {
  /** `any`: any JSON value, which is not checked further. */
  type: "object" | "array" | "string" | "number" | "integer" | "boolean" | "any";
  /** Meaning, unit and default of the field, for the types and the reference page. */
  description: string;
  /** Name of the generated type; objects only. */
  title?: string;

  properties?: Record<string, Schema>;
  required?: string[];
  /** Schema of a map's values. An object without it and without `properties` can contain any JSON. */
  additionalProperties?: Schema;
  /** Schemas of entries with these names, in an object that can contain any JSON. */
  entries?: Record<string, Schema>;
  items?: Schema;

  enum?: string[];
  /** Meaning of each value of `enum`, in the same order, for the SDKs. */
  enumDescriptions?: string[];
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  multipleOf?: number;
  /** A rule from the documents or from recorded responses of the service. */
  pattern?: string;
  patternMessage?: string;
  /**
   * `guid`: letter case has no meaning, and an empty text is the zero GUID. `email`: a text with an `@`, which may contain a
   * slash even in an address. `base64`: with padding.
   */
  format?: "int32" | "uri" | "date" | "date-time" | "guid" | "email" | "base64";

  /** A line break or a byte order mark in the text causes a warning, because it is probably a mistake. */
  singleLine?: boolean;
  /** The sibling that accepts the value as a secret. A warning suggests it if the item's `name` is that of a credential. */
  secretAlternative?: string;

  /** Response-only: never sent, never compared, ignored if a program sets it. */
  readOnly?: boolean;
  /** Response-only and different in every response: not in the state. Implies `readOnly`. */
  volatile?: boolean;
  /**
   * An update in place keeps the live value if the argument of this name does not change, so that a preview knows it. `except`:
   * not for an object with these values.
   */
  stable?: true | { except: Record<string, Json> };
  /**
   * The sibling that is another spelling of the same field, such as the code beside an id: the service sets each of them when it
   * sets the other one. Only the first of the two has this keyword.
   */
  linkedTo?: string;
  /** An argument that the service returns even if it is not declared. Its live value is then an output. */
  computed?: boolean;
  /** Sent, never returned in plain text, never compared with a response, encrypted in the state. */
  secret?: boolean;
  /** For a secret: the service has one only with this sibling. */
  heldWith?: string;
  /** For a secret: the service has one only without these siblings. */
  heldWithout?: string[];
  /** A change needs a replacement. */
  createOnly?: boolean;
  /** `map`: `listMapKeys` identify items. `set`: the order has no meaning. `atomic` (default): the order has a meaning. */
  listType?: "map" | "set" | "atomic";
  listMapKeys?: string[];
  /** For a `map` list: the order has a meaning. */
  ordered?: boolean;
  /** Letter case has no meaning. On a map: that of its keys. */
  caseInsensitive?: boolean;
  /** White space has no meaning. */
  ignoreSpaces?: boolean;
  /** Spellings of the same URL are equal. A text that is no URL is compared unchanged. */
  url?: boolean;
  /** In a body, characters that a name cannot contain are escaped: `_x0020_` for a blank. */
  encodedName?: boolean;
  /** The documents do not list all values: others than those of `enum` are sent, with a warning. */
  openEnum?: boolean;
  /** The service chooses a value for an empty one. That is no drift. */
  serverDefault?: boolean;
  /** Responses may omit the field although it was sent. */
  mayBeUnanswered?: boolean;
  /** Responses may contain the field, or only this value of it, although it was not sent. */
  mayBeFilledIn?: boolean | string | number;
  /** On an object: `null` in a response is the value of an empty field, and not of an omitted one. */
  nullIsEmpty?: boolean;
  exactlyOneOf?: string[];
  /** The sibling of `exactlyOneOf` that can be set together with this one. */
  joins?: string;
  /** The API version of the service that introduced the field, or the first part of it. Default: all versions have it. */
  since?: string;
  /** Rules by the kind of object, which is the value of the property at the path `by`, or "" without it. */
  kinds?: { by: string; rules: Record<string, KindRules> }[];
  /**
   * The value, or each item of the list, has to be in a list or map of the resource, by its key: `volumes`,
   * `containers[].ports`.
   */
  references?: string;
  /** No item may have the key of an item of this list of the resource, such as `containers`. */
  distinctFrom?: string;
  /** On an object: each number in the property `of` has these bounds. */
  bounds?: Bounds;
  /** On an object: the first property cannot be set together with the second one. */
  notTogether?: [string, string];
  /** Rules whose only source is a refusal that the public service has published. */
  published?: PublishedRule[];
  /** Required unless the resource has one of these fields, from which the service takes the value. */
  requiredWithout?: string[];
  /** The profile that requires the argument. */
  requiredIn?: Profile;
  /**
   * In a body, the properties of this object, except those in `except`, are one level lower, under `into`. `isRequired`: which the
   * body has even if it is empty.
   */
  flatten?: { into: string; except: string[]; isRequired?: true };
  /** The name in a body, by profile. Default: the name of the argument. */
  wireNames?: Record<Profile, string>;
  /** A part of the resource's id: sent in the address of the resource, and not in the body. */
  identity?: boolean;
  /**
   * Where an argument is sent. `body` (default): in the body. `additionalProperties`: its entries are fields of the body.
   * `none`: not sent, because it is an option of the provider. A change of it alone causes no update.
   */
  wire?: "body" | "additionalProperties" | "none";
  /** For `wire: "none"`: a change of it alone causes an update. */
  triggersUpdate?: boolean;
  /** Default: the value of the configuration key of the same name. */
  configured?: boolean;
  /** Default: a value from the provider, such as a name made of the resource's URN. */
  derived?: boolean;
  /** Default: the id is resolved once from this argument of the resource, such as `customerNumber`. */
  resolvedBy?: string;
  /** The argument within which that in `resolvedBy` is unique, such as the dimension of a value. */
  resolvedIn?: string;
  /** Message for a value with another `format`. Default: the name of the format. */
  formatMessage?: string;
}

type RuleKeyword =
  | "bounds"
  | "exactlyOneOf"
  | "kinds"
  | "maxItems"
  | "maxLength"
  | "multipleOf"
  | "notTogether"
  | "pattern"
  | "patternMessage"
  | "references";

/**
 * A rule that no document has. Another service of this family may accept the value, so a broken rule is an error only in a
 * replacement that deletes the existing resource first, and a warning everywhere else.
 */
export interface PublishedRule extends Pick<Schema, RuleKeyword> {
  /** The public service's error code, if it is published. */
  code?: string;
  /** The public service may accept the value by now, so a broken rule is always a warning. */
  mayBeOutdated?: true;
}

export interface Bounds {
  of: string;
  /** The sibling whose numbers of the same names are the lower bounds. */
  atLeast?: string;
  /** The path of objects in the resource. The sums of their numbers are the upper bounds. */
  atMostTotal?: string;
}

export interface KindRules {
  /** Groups of properties; at least one of each group is required. */
  needs: string[][];
  /** Paths of properties that cannot be set, or only to the service's own choice (`mayBeFilledIn`). */
  excludes: string[];
}

export interface ResourceSchema extends Schema {
  type: "object";
  title: string;
  properties: Record<string, Schema>;
}

/** Whether a field is response-only, in the state or not. */
export function isResponseOnly(schema: Schema | undefined): boolean {
  return schema?.readOnly === true || schema?.volatile === true;
}

/** Whether an argument is a field of the body. Unknown arguments are. */
export function isBodyField(schema: Schema | undefined): boolean {
  return schema?.identity !== true && (schema?.wire ?? "body") === "body";
}

/** Whether an argument is an option of the provider whose change alone causes no update. */
export function isSilent(schema: Schema | undefined): boolean {
  return schema?.wire === "none" && schema.triggersUpdate !== true;
}

/** The names of the other spellings of a property. See {@link Schema.linkedTo}. */
export function listLinkedNames(properties: Readonly<Record<string, Schema>>, name: string): string[] {
  const second = Object.hasOwn(properties, name) ? properties[name]?.linkedTo : undefined;
  const firsts = Object.keys(properties).filter((other) => properties[other]?.linkedTo === name);
  return second === undefined ? firsts : [second];
}

/** The argument of an object whose entries are fields that the schema does not list, such as `additionalFields`. */
export function findUnlistedFields({ properties = {} }: Schema): string | undefined {
  return Object.keys(properties).find((name) => properties[name]?.wire === "additionalProperties");
}

/** The schema of a property, or of a map's values; undefined for an unknown field. */
export function getPropertySchema(schema: Schema | undefined, name: string): Schema | undefined {
  for (const named of [schema?.properties, schema?.entries])
    if (named !== undefined && Object.hasOwn(named, name)) return named[name];
  const hasFields = schema?.properties !== undefined || schema?.wire === "additionalProperties";
  return hasFields && isAnnotation(name) ? ANNOTATION : schema?.additionalProperties;
}

/** Whether a name is that of OData's information about a record or a field, such as `@odata.etag` or `photo@odata.mediaReadLink`. */
export function isAnnotation(name: string): boolean {
  return name.includes("@odata.");
}

const ANNOTATION: Schema = { type: "any", description: "", volatile: true };

/** A schema and all schemas inside it: those of fields, of items and of the values of maps. */
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

/** Whether a list contains objects that only their positions identify. */
export function isPositional(list: Schema | undefined): boolean {
  return list?.listType === "atomic" && list.items?.properties !== undefined;
}

/** Whether an object is a map, which has keys that the program chooses. */
export function isMap(schema: Schema | undefined): boolean {
  return schema?.additionalProperties !== undefined;
}

/** The objects of a resource by their titles, the resource itself first. */
export function listShapes(resource: ResourceSchema): Map<string, Schema> {
  const shapes = new Map<string, Schema>();
  for (const schema of listSchemas(resource)) {
    const { title, properties } = schema;
    if (title !== undefined && properties !== undefined && !shapes.has(title)) shapes.set(title, schema);
  }
  return shapes;
}

/** Whether a state always has the field. A secret is missing after an import. */
export function isRequired(shape: Schema, name: string): boolean {
  const field = shape.properties?.[name];
  return field?.derived === true || (shape.required?.includes(name) === true && field?.secret !== true);
}

/** Whether a program has to set the field, because it has no default. */
export function mustBeGiven(shape: Schema, name: string): boolean {
  const field = shape.properties?.[name];
  return shape.required?.includes(name) === true && field?.configured !== true && field?.derived !== true;
}

/** Fields that a program can set. */
export function listArgumentFields(shape: Schema): [string, Schema][] {
  return Object.entries(shape.properties ?? {}).filter(([, field]) => !isResponseOnly(field));
}

export function listOutputFields(shape: Schema): [string, Schema][] {
  return Object.entries(shape.properties ?? {}).filter(([, field]) => field.volatile !== true);
}
