import {
  type Answer,
  type Context,
  createJsonAnswer,
  createRecordAnswer,
  describe,
  type Operation,
  rootOf,
  show,
} from "./answers.js";
import { businessErrors } from "./errors.js";
import { findRecord, resolve, type Target } from "./path.js";
import { OF_A_COLLECTION, OF_A_RECORD, parseOptions, selectPage } from "./query/options.js";
import { formatTag, isTag, type RecordStore, type StoredRecord } from "./store/store.js";
import { readChanges, readNew, readUnchecked } from "./write/readInput.js";

type Handler = (context: Context, operation: Operation, target: Target) => Answer;

const OF_COLLECTIONS: Partial<Record<string, Handler>> = { GET: getCollection, POST: createRecord };
const OF_RECORDS: Partial<Record<string, Handler>> = {
  GET: getRecord,
  PATCH: updateRecord,
  DELETE: deleteRecord,
};

export function perform(context: Context, operation: Operation): Answer {
  const target = resolve(context.store, operation.version, operation.path);
  const handler = (target.keys === undefined ? OF_COLLECTIONS : OF_RECORDS)[operation.method];
  if (handler === undefined || (operation.method !== "GET" && target.type.closed))
    throw businessErrors.methodNotAllowed(operation.method, target.place.collection);
  return handler(context, operation, target);
}

/** GET of a collection: returns one page. */
function getCollection(service: Context, operation: Operation, target: Target): Answer {
  const { place, context, within } = target;
  const { path, query, headers } = operation;
  const options = optionsOf(operation, target, OF_A_COLLECTION);
  const size = Math.min(service.settings.pageSize, maxPageSize(headers.prefer));
  const { records, next } = selectPage(service.store.having(place, within), options, size);
  // The same query for the next page.
  const parts = [...query]
    .filter(([name]) => !["$skiptoken", "$top"].includes(name))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  if (options.top !== undefined) parts.push(`$top=${options.top - records.length}`);
  const link = `${rootOf(operation)}${encodeURI(path)}?${[...parts, `$skiptoken=${next}`].join("&")}`;
  return createJsonAnswer(200, {
    "@odata.context": describe(operation, context, options),
    value: records.map((record) => show(service, place, record, options)),
    ...(next !== undefined && { "@odata.nextLink": link }),
  });
}

function optionsOf(
  { version, query }: Operation,
  { place }: Target,
  allowed: readonly string[] = OF_A_RECORD,
) {
  return parseOptions(version, place.collection, query, allowed);
}

function getRecord(service: Context, operation: Operation, target: Target): Answer {
  const options = optionsOf(operation, target);
  return createRecordAnswer(service, operation, target, findExisting(service.store, target), options);
}

/** POST to a collection: creates a record with the lines in the request. */
function createRecord(service: Context, operation: Operation, target: Target): Answer {
  const { place, type, within } = target;
  if (type.belongsTo !== undefined && within[type.belongsTo] === undefined)
    throw businessErrors.methodNotAllowed(operation.method, place.collection);
  const options = optionsOf(operation, target);
  const { fields, children } = readNew(type, operation.body);
  for (const [name, value] of Object.entries(within)) {
    if (fields[name] !== undefined && fields[name] !== value)
      throw businessErrors.fixedKey(name, type.caption);
  }
  const record = service.writes.create(place, { fields: { ...fields, ...within }, children }, "client");
  return createRecordAnswer(service, operation, target, record, options, 201);
}

function updateRecord(context: Context, operation: Operation, target: Target): Answer {
  const { type } = target;
  const options = optionsOf(operation, target);
  const changes = readChanges(type, operation.body);
  const record = findUnderTag(context, operation, target, type.tagToUpdate);
  // A request may contain the identity of a record, but must not change it.
  for (const [name, value] of Object.entries(changes)) {
    if (type.fields[name]?.fixed === "afterwards" && value !== record.fields[name])
      throw businessErrors.fixedKey(name, type.caption);
  }
  const changed = context.writes.change(target.place, record, changes, "client");
  return createRecordAnswer(context, operation, target, changed, options);
}

/** DELETE of a record and its child records. */
function deleteRecord(context: Context, operation: Operation, target: Target): Answer {
  context.writes.remove(target.place, findUnderTag(context, operation, target, true), "client");
  return { status: 204, headers: {} };
}

function findExisting(store: RecordStore, target: Target): StoredRecord {
  const record = findRecord(store, target);
  if (record === undefined) throw businessErrors.notFound(target.segment);
  return record;
}

/** Returns the record of a path if the request has its entity tag, or `*` for any. */
function findUnderTag(
  { store, writes, settings }: Context,
  { headers, writer }: Operation,
  target: Target,
  isRequired: boolean,
): StoredRecord {
  const tag = headers["if-match"]?.trim() ?? (isRequired ? "" : "*");
  if (tag !== "*" && !isTag(tag)) throw businessErrors.invalidTag();
  // The fault `writer`: another client changes the record directly before the operation reads it.
  const before = writer === undefined ? undefined : findRecord(store, target);
  if (before !== undefined) writes.change(target.place, before, readUnchecked(target.type, writer), "other");
  const record = findExisting(store, target);
  if (tag !== "*" && tag !== formatTag(record.sequence))
    throw businessErrors.changed(settings.conflictStatus);
  return record;
}

function maxPageSize(prefer = ""): number {
  const [, size] = /(?:^|[,;\s])(?:odata\.)?maxpagesize\s*=\s*"?([1-9]\d{0,9})"?/i.exec(prefer) ?? [];
  return Number(size ?? Number.POSITIVE_INFINITY);
}
