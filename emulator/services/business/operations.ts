import { createJsonAnswer, createRecordAnswer, describeSelect, show } from "./answers.js";
import { businessErrors } from "./errors.js";
import type { EntityType } from "./model/entityType.js";
import type { Fields } from "./model/field.js";
import { entityTypes } from "./model/index.js";
import type { Answer, Context, Operation } from "./operation.js";
import { findRecord, resolve, type Target } from "./path.js";
import {
  OF_A_COLLECTION,
  OF_A_RECORD,
  type Page,
  parseOptions,
  type QueryOptions,
  selectPage,
} from "./query/options.js";
import { formatTag, isTag, type RecordStore, type StoredRecord } from "./store/store.js";
import { getConventions, getEntityType } from "./version.js";
import { readChanges, readNew, readUnchecked } from "./write/readInput.js";

type Handler = (context: Context, operation: Operation, target: Target) => Answer;

/** Handlers of the methods, by the kind of a path's target. */
const HANDLERS: Record<Target["kind"], Partial<Record<string, Handler>>> = {
  collection: { GET: getCollection, POST: createRecord },
  record: { GET: getRecord, PATCH: updateRecord, DELETE: deleteRecord },
};

export function perform(context: Context, operation: Operation): Answer {
  const target = resolve(context.store, operation.version, operation.path);
  const { collection } = target.place;
  const handler = HANDLERS[target.kind][operation.method];
  if (handler === undefined || (operation.method !== "GET" && entityTypes[collection].closed))
    throw businessErrors.methodNotAllowed(operation.method, collection);
  return handler(context, operation, target);
}

/** GET of a collection: returns one page. */
function getCollection(service: Context, operation: Operation, target: Target): Answer {
  const { store, settings } = service;
  const { version, origin } = operation;
  const { place, context, within } = target;
  const root = `${origin}/api/${version}/`;
  const type = getEntityType(version, place.collection);
  const options = parseOptions(version, place.collection, operation.query, OF_A_COLLECTION);
  const size = Math.min(settings.pageSize, maxPageSize(operation.headers.prefer));
  const page = selectPage(store.having(place, within), type, options, size);
  return createJsonAnswer(200, {
    "@odata.context": `${root}$metadata#${context}${describeSelect(options)}`,
    value: page.records.map((record) => show(service, version, place, record, options)),
    ...(page.next !== undefined && { "@odata.nextLink": root + nextLink(operation, options, page) }),
  });
}

/** Returns the same query for the next page, relative to the root of the service. */
function nextLink(operation: Operation, { top }: QueryOptions, page: Page): string {
  const { path, query } = operation;
  const parts = [...query]
    .filter(([name]) => !["$skiptoken", "$top"].includes(name))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  if (top !== undefined) parts.push(`$top=${top - page.records.length}`);
  parts.push(`$skiptoken=${page.next}`);
  return `${encodeURI(path)}?${parts.join("&")}`;
}

function getRecord(service: Context, operation: Operation, target: Target): Answer {
  const { version, query } = operation;
  const options = parseOptions(version, target.place.collection, query, OF_A_RECORD);
  return createRecordAnswer(service, operation, target, findExisting(service.store, target), options);
}

/** POST to a collection: creates a record with the lines in the request. */
function createRecord(service: Context, operation: Operation, target: Target): Answer {
  const { version, query, method, body } = operation;
  const { place, within } = target;
  const type = entityTypes[place.collection];
  if (type.belongsTo !== undefined && within[type.belongsTo] === undefined)
    throw businessErrors.methodNotAllowed(method, place.collection);
  const options = parseOptions(version, place.collection, query, OF_A_RECORD);
  const { fields, children } = readNew(type, body);
  for (const [name, value] of Object.entries(within)) {
    if (fields[name] !== undefined && fields[name] !== value)
      throw businessErrors.fixedKey(name, type.caption);
  }
  const record = service.writes.create(place, { fields: { ...fields, ...within }, children }, "client");
  return createRecordAnswer(service, operation, target, record, options, 201);
}

function updateRecord(context: Context, operation: Operation, target: Target): Answer {
  const { store, writes } = context;
  const { version, headers, query, body } = operation;
  const { place } = target;
  const type = entityTypes[place.collection];
  const tag = expectedTag(headers["if-match"], getConventions(version, place.collection).tagToUpdate);
  const options = parseOptions(version, place.collection, query, OF_A_RECORD);
  const changes = readChanges(type, body);
  applyOtherWriter(context, operation, target);
  const record = findExisting(store, target);
  refuseStale(context, record, tag);
  refuseRenaming(type, record, changes);
  const changed = writes.change(place, record, changes, "client");
  return createRecordAnswer(context, operation, target, changed, options);
}

/** A request may contain the identity of a record, but must not change it. */
function refuseRenaming(type: EntityType, { fields }: StoredRecord, changes: Fields): void {
  for (const [name, value] of Object.entries(changes)) {
    if (type.fields[name]?.fixed === "afterwards" && value !== fields[name])
      throw businessErrors.fixedKey(name, type.caption);
  }
}

/** DELETE of a record and its child records. */
function deleteRecord(context: Context, operation: Operation, target: Target): Answer {
  const tag = expectedTag(operation.headers["if-match"], true);
  applyOtherWriter(context, operation, target);
  const record = findExisting(context.store, target);
  refuseStale(context, record, tag);
  context.writes.remove(target.place, record, "client");
  return { status: 204, headers: {} };
}

/** Returns the record of a path, or throws a 404. */
function findExisting(store: RecordStore, target: Target): StoredRecord {
  const record = findRecord(store, target);
  if (record === undefined) throw businessErrors.notFound(target.segment);
  return record;
}

/** Returns the required entity tag; `undefined` if any state of the record is accepted. */
function expectedTag(ifMatch: string | undefined, required: boolean): string | undefined {
  const tag = ifMatch?.trim();
  if (tag === "*" || (tag === undefined && !required)) return undefined;
  if (tag === undefined || !isTag(tag)) throw businessErrors.invalidTag();
  return tag;
}

function refuseStale({ settings }: Context, record: StoredRecord, tag: string | undefined): void {
  if (tag !== undefined && tag !== formatTag(record.sequence))
    throw businessErrors.changed(settings.conflictStatus);
}

/** Applies the fault `writer`: another client changes the record directly before the operation reads it. */
function applyOtherWriter({ store, writes }: Context, { writer }: Operation, target: Target): void {
  const record = writer === undefined ? undefined : findRecord(store, target);
  if (record !== undefined) {
    const { place } = target;
    writes.change(place, record, readUnchecked(entityTypes[place.collection], writer), "other");
  }
}

function maxPageSize(prefer = ""): number {
  const [, size] = /(?:^|[,;\s])(?:odata\.)?maxpagesize\s*=\s*"?([1-9]\d{0,9})"?/i.exec(prefer) ?? [];
  return Number(size ?? Number.POSITIVE_INFINITY);
}

/** Whether a batch continues after a failed operation. */
export function continuesOnError(prefer: string | undefined): boolean {
  return /(?:^|[,;\s])(?:odata\.)?continue-on-error\s*(?:=\s*"?true"?\s*)?(?:$|[,;])/i.test(prefer ?? "");
}
