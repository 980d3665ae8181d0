import { findListProblem, findObjectProblem } from "../http/expectation.js";
import { isAbsent, isObject, type Json, type JsonObject, setOwn } from "../schema/json.js";
import { isGuid, isSameText, NO_GUID } from "../schema/normalize.js";

/**
 * Checks that bodies are the documented records and collections. Each function returns the problem as the rest of a sentence
 * after "200, ", or undefined. A response with other records may belong to another request.
 */

export type IsRequested = (fields: JsonObject) => boolean;

/** Checks a body that is one record, alone or in the envelope of a collection. */
export function findRecordProblem(body: Json, isRequested: IsRequested): string | undefined {
  const isCollection = isObject(body) && Array.isArray(body.value);
  const problem = isCollection ? findCollectionProblem(body) : findObjectProblem(body, "the record");
  if (problem !== undefined) return problem;
  const [only, ...more] = isCollection ? listRecords(body) : [body];
  return more.length === 0 && isObject(only) && isRequested(only) ? undefined : OTHER_RECORD;
}

/** Checks a body that is a collection of any records. */
export function findCollectionProblem(body: Json): string | undefined {
  return findListProblem(body, COLLECTION);
}

export function listRecords(body: Json): JsonObject[] {
  return isObject(body) && Array.isArray(body.value) ? body.value.filter(isObject) : [];
}

/** A record in the shape of a response. */
export interface Entity {
  fields: JsonObject;
  tag: string | undefined;
}

export function readCollection({ body }: { body?: Json }): Entity[] {
  return listRecords(body).map(toEntity);
}

/** @param fields of a record in a response, with its entity tag */
export function toEntity(fields: JsonObject): Entity {
  const tag = fields["@odata.etag"];
  return { fields, tag: typeof tag === "string" ? tag : undefined };
}

/** A record without OData annotations, at any depth. The entity tag becomes the field `etag`. */
export function toPlainRow(fields: JsonObject): JsonObject {
  const plain = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(plain);
    return isObject(value) ? toPlainRow(value) : value;
  };
  const result: JsonObject = {};
  for (const [name, child] of Object.entries(fields)) {
    if (name === "@odata.etag") setOwn(result, "etag", child);
    else if (!name.includes("@odata.")) setOwn(result, name, plain(child));
  }
  return result;
}

/** The records that a query with one page requests. */
export interface RequestedRecords {
  companyId: string;
  collection: string;
  isRequested: IsRequested;
}

/** Checks a body that is a complete collection of requested records. */
export function findRequestedProblem(body: Json, requested: RequestedRecords): string | undefined {
  const problem = findCollectionProblem(body);
  if (problem !== undefined || !isObject(body)) return problem;
  const records = listRecords(body);
  const ids = records.flatMap(({ id }) => (typeof id === "string" ? [id.toLowerCase()] : []));
  if (!records.every(requested.isRequested) || new Set(ids).size < ids.length) return OTHER_RECORDS;
  if (!isAbsent(body["@odata.nextLink"])) return "but the collection continues on another page";
  const isEmpty = records.length === 0;
  return isContextOf(body["@odata.context"], requested, isEmpty) ? undefined : OTHER_COLLECTION;
}

/** Checks a body that contains the record with this id, or no record. */
export function findFoundProblem(
  body: Json,
  id: string,
  requested: Omit<RequestedRecords, "isRequested">,
): string | undefined {
  const hasId = hasIdOf(id);
  const records = listRecords(body);
  // A service may ignore the filter, so that the record is among others.
  const isAmong =
    records.filter(hasId).length === 1 && records.every(({ id: own }) => typeof own === "string");
  return findRequestedProblem(body, { ...requested, isRequested: (fields) => isAmong || hasId(fields) });
}

export function hasIdOf(id: string): IsRequested {
  return (fields) => isSameText(fields.id, id);
}

/** Whether a value is an id that the service has assigned to a record. */
export function isRecordId(id: Json): boolean {
  return isGuid(id) && id !== NO_GUID;
}

const CONTEXT = /#companies\((?<company>[^)]*)\)\/(?<collection>\w+)/i;

/**
 * Whether a context such as `…$metadata#companies(<id>)/customers(id,number)` is that of a collection. A context that names
 * neither company nor collection is accepted.
 *
 * @param isEmpty whether there are no records. Only the context then names the company, so it is checked.
 */
function isContextOf(
  context: Json,
  { companyId, collection }: Omit<RequestedRecords, "isRequested">,
  isEmpty: boolean,
): boolean {
  if (isAbsent(context)) return true;
  if (typeof context !== "string") return false;
  const named = CONTEXT.exec(context)?.groups;
  if (named === undefined) return true;
  const isOfCompany = !isEmpty || isSameText(named.company, companyId);
  return isOfCompany && /^\w*/.exec(collection)?.[0].toLowerCase() === named.collection?.toLowerCase();
}

const COLLECTION = "a collection of records";
const OTHER_RECORD = "but the body is not the requested record";
const OTHER_RECORDS = "but the records are not the requested ones";
const OTHER_COLLECTION = "but the collection is not the requested one";
