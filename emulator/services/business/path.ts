import { isGuid } from "../../guid.js";
import { businessErrors } from "./errors.js";
import type { EntityType } from "./model/entityType.js";
import type { Fields } from "./model/field.js";
import { getEntityType, isCollection, type Version } from "./model/index.js";
import type { Place, RecordStore, StoredRecord } from "./store/store.js";

export interface Address {
  /** Original path from the server's root. */
  path: string;
  query: URLSearchParams;
}

/** Splits an absolute URL, a path from the server's root, or a path from the root of the service. */
export function splitAddress(url: string, root: Version): Address {
  const local = url.replace(/^https?:\/\/[^/]*/i, "");
  const [path = "", ...query] = (local.startsWith("/") ? local : `/api/${root}/${local}`).split("?");
  return { path, query: new URLSearchParams(query.join("?")) };
}

/** Returns the version of a path, and the decoded path below the version's root. */
export function readBelowRoot(path: string): { version: Version; path: string } {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    throw businessErrors.badRequest("The path of the address is not encoded correctly.");
  }
  const [, version, below] = /^\/api\/(v[12]\.0)\/(.*)$/i.exec(decoded) ?? [];
  if (version === undefined || below === undefined) throw businessErrors.notFound(path);
  return { version: version.toLowerCase() as Version, path: below };
}

/** A collection, or a record in it. */
export interface Target {
  place: Place;
  type: EntityType;
  /** Fields with the same values in all records of the collection: those of the parent record. */
  within: Fields;
  /** The keys of a record, by field. Absent for a collection. */
  keys?: Fields;
  /** Path of the collection in a context: "companies(…)/customers". */
  context: string;
  /** The last name of the path, for messages. */
  segment: string;
}

/** Resolves a path. All parents must exist; the record at the end may be missing. */
export function resolve(store: RecordStore, version: Version, path: string): Target {
  const segments = path.replace(/\/$/, "").split("/");
  const target = segments.reduce<Target | undefined>(
    (parent, segment) => step(store, version, parent, segment),
    undefined,
  );
  if (target === undefined) throw businessErrors.notFound(path);
  return target;
}

export function findRecord(
  store: RecordStore,
  { place, within, keys = {} }: Target,
): StoredRecord | undefined {
  // A path may name a record below a parent other than its own. No record then meets both conditions.
  const conditions = [...Object.entries(within), ...Object.entries(keys)];
  const found = keys.id === undefined ? store.having(place, keys) : [store.find(place, String(keys.id))];
  return found.find((record) => conditions.every(([field, value]) => record?.fields[field] === value));
}

/** Returns the collection or the record of a segment below a parent: `customers`, or `customers(…)` with one or more keys. */
function step(store: RecordStore, version: Version, parent: Target | undefined, segment: string): Target {
  const [, name, inParentheses] = /^(\w+)(?:\(([^()]*)\))?$/.exec(segment) ?? [];
  if (name === undefined) throw businessErrors.notFound(segment);
  const below = { ...placeOf(store, parent, name), segment: name };
  const type = getEntityType(version, below.place.collection);
  if (inParentheses === undefined) return { ...below, type };
  const given = inParentheses.split(",").map((key) => key.trim().toLowerCase());
  const names = type.keys.find(({ length }) => length === given.length);
  if (names === undefined || !given.every(isGuid)) throw businessErrors.invalidGuid();
  const keys = Object.fromEntries(names.map((field, position) => [field, given[position] ?? ""]));
  return { ...below, type, keys };
}

function placeOf(store: RecordStore, parent: Target | undefined, name: string) {
  if (parent === undefined) {
    if (name !== "companies") throw businessErrors.notFound(name);
    return { place: { company: "", collection: name } as Place, within: {}, context: name };
  }
  const record = parent.keys && findRecord(store, parent);
  if (record === undefined) throw businessErrors.notFound(parent.keys ? parent.segment : name);
  const context = `${parent.context}(${Object.values(parent.keys ?? {}).join(",")})/${name}`;
  if (parent.place.collection === "companies") {
    if (!isCollection(name) || name === "companies") throw businessErrors.notFound(name);
    return { place: { company: record.id, collection: name }, within: {}, context };
  }
  const child = parent.type.children.find(({ navigation }) => navigation === name);
  if (child === undefined) throw businessErrors.notFound(name);
  return {
    place: { ...parent.place, collection: child.of },
    within: { [child.parentId]: record.id },
    context,
  };
}
