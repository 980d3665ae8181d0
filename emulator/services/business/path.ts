import { isGuid } from "../../guid.js";
import { businessErrors } from "./errors.js";
import type { Collection } from "./model/entityType.js";
import type { Fields } from "./model/field.js";
import { entityTypes, isCollection } from "./model/index.js";
import type { Place, RecordStore, StoredRecord } from "./store/store.js";
import { getConventions, type Version } from "./version.js";

export interface Address {
  /** Original path from the server's root. */
  path: string;
  query: URLSearchParams;
}

const BELOW_ROOT = /^\/api\/(v[12]\.0)\/(.*)$/i;

/** Splits an absolute URL, a path from the server's root, or a path from the root of the service. */
export function splitAddress(url: string, root: Version): Address {
  const local = url.replace(/^https?:\/\/[^/]*/i, "");
  const [path = "", ...query] = (local.startsWith("/") ? local : `/api/${root}/${local}`).split("?");
  return { path, query: new URLSearchParams(query.join("?")) };
}

/** Returns the version of a path, and the decoded path below the version's root. */
export function readBelowRoot(path: string): { version: Version; path: string } {
  const [, version, below] = BELOW_ROOT.exec(decoded(path)) ?? [];
  if (version === undefined || below === undefined) throw businessErrors.notFound(path);
  return { version: version.toLowerCase() as Version, path: below };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw businessErrors.badRequest("The path of the address is not encoded correctly.");
  }
}

export interface Target {
  kind: "collection" | "record";
  place: Place;
  /** Fields with the same values in all records of the collection: those of the parent record. */
  within: Fields;
  /** The keys of a record, by field. */
  keys: Fields;
  /** Path of the collection in a context: "companies(…)/customers". */
  context: string;
  /** The last name of the path, for messages. */
  segment: string;
}

/** Resolves a path. All parents must exist; the record at the end may be missing. */
export function resolve(store: RecordStore, version: Version, path: string): Target {
  const [first, ...rest] = parsePath(path);
  if (first?.name !== "companies") throw businessErrors.notFound(first?.name ?? "");
  let target = at(first, { company: "", collection: "companies" }, {}, "", version);
  for (const segment of rest) target = step(store, version, target, segment);
  return target;
}

export function findRecord(store: RecordStore, { place, within, keys }: Target): StoredRecord | undefined {
  // A path may name a record below a parent other than its own. No record then meets both conditions.
  const conditions = [...Object.entries(within), ...Object.entries(keys)];
  const found = keys.id === undefined ? store.having(place, keys) : [store.find(place, String(keys.id))];
  return found.find((record) => conditions.every(([field, value]) => record?.fields[field] === value));
}

function step(store: RecordStore, version: Version, target: Target, segment: Segment): Target {
  const record = target.kind === "record" ? findRecord(store, target) : undefined;
  if (record === undefined)
    throw businessErrors.notFound(target.kind === "record" ? target.segment : segment.name);
  const { place, context } = target;
  const path = `${context}(${Object.values(target.keys).join(",")})/`;
  if (place.collection === "companies")
    return at(segment, { company: record.id, collection: known(segment.name) }, {}, path, version);
  const child = entityTypes[place.collection].children.find(({ navigation }) => navigation === segment.name);
  if (child === undefined) throw businessErrors.notFound(segment.name);
  return at(segment, { ...place, collection: child.of }, { [child.parentId]: record.id }, path, version);
}

/** Returns the collection, or the record in it, of a segment. */
function at({ name, keys }: Segment, place: Place, within: Fields, before: string, version: Version): Target {
  const collection = { place, within, context: before + name, segment: name };
  if (keys.length === 0) return { ...collection, kind: "collection", keys: {} };
  const conventions = getConventions(version, place.collection);
  const names = conventions.keys.find(({ length }) => length === keys.length);
  if (names === undefined || !keys.every(isGuid)) throw businessErrors.invalidGuid();
  const values = names.map((field, position) => [field, keys[position]?.toLowerCase() ?? ""]);
  return { ...collection, kind: "record", keys: Object.fromEntries(values) };
}

function known(name: string): Collection {
  if (!isCollection(name) || name === "companies") throw businessErrors.notFound(name);
  return name;
}

/** A segment of a path: `customers`, or `customers(…)` with one or more keys. */
interface Segment {
  name: string;
  /** The keys in parentheses; empty without parentheses. */
  keys: string[];
}

const SEGMENT = /^(\w+)(?:\(([^()]*)\))?$/;

/** Parses a decoded path below the root of the service. */
function parsePath(path: string): Segment[] {
  return path
    .replace(/\/$/, "")
    .split("/")
    .map((text) => {
      const [, name, keys] = SEGMENT.exec(text) ?? [];
      if (name === undefined) throw businessErrors.notFound(text);
      return { name, keys: keys === undefined ? [] : keys.split(",").map((part) => part.trim()) };
    });
}
