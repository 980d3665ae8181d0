import type { Json, JsonObject } from "../../../provider/schema/json.js";
import { isKind, kinds, recordKinds, stopKinds } from "./kinds.js";
import type { Outcome } from "./run.js";
import {
  asText,
  codeOf,
  holdsError,
  isObject,
  type ServiceResponse,
  same,
  saysMissing,
} from "./serviceResponse.js";

/** The answers of each service that a resource needs to count as missing, done or deleted. */

// Container groups

function isGroup({ status, body }: ServiceResponse, id: string): boolean {
  if (![200, 201, 202].includes(status) || !isObject(body) || !isObject(body.properties)) return false;
  return typeof body.id === "string" ? same(body.id, id) : same(body.name, id.split("/").at(-1));
}

function groupState({ body }: ServiceResponse): string {
  const properties = isObject(body) && isObject(body.properties) ? body.properties : {};
  return asText(properties.provisioningState).toLowerCase();
}

const UNFINISHED = [
  "pending",
  "accepted",
  "creating",
  "updating",
  "provisioning",
  "repairing",
  "deleting",
  "failed",
  "canceled",
];

function isGroupDone(responses: ServiceResponse[], id: string): boolean {
  const accepted = responses.some(
    (one) => one.method === "PUT" && [200, 201].includes(one.status) && isGroup(one, id),
  );
  const latest = responses.filter((one) => isGroup(one, id)).at(-1);
  if (!accepted || latest === undefined) return false;
  // Where the service does not let itself be asked, what the PUT responded is all that is known.
  const cannotAsk = responses.some(
    ({ method, status }) => method === "GET" && [404, 405, 501].includes(status),
  );
  return cannotAsk || !UNFINISHED.includes(groupState(latest));
}

function isGroupDeleted(responses: ServiceResponse[], id: string): boolean {
  return responses.some(
    (one) =>
      saysMissing(one) ||
      (one.method === "DELETE" && [200, 204].includes(one.status) && (one.isEmpty || isGroup(one, id))),
  );
}

// Business records

/** The items of a response that is a collection and nothing but that; `undefined` for any other. */
function items({ status, body }: ServiceResponse): Json[] | undefined {
  if (status !== 200 || !isObject(body) || holdsError(body)) return undefined;
  return Array.isArray(body.value) ? body.value : undefined;
}

function isWhole({ body }: ServiceResponse): boolean {
  return isObject(body) && !("@odata.nextLink" in body);
}

function saysNoRecord(one: ServiceResponse): boolean {
  return one.method === "GET" && items(one)?.length === 0 && isWhole(one);
}

function saysNoDimension(one: ServiceResponse, [, parentId, dimensionId]: string[]): boolean {
  const parent = items(one)?.find((item) => isObject(item) && same(item.id, parentId));
  const dimensions = isObject(parent) ? parent.defaultDimensions : undefined;
  return (
    Array.isArray(dimensions) &&
    dimensions.every((dimension) => isObject(dimension) && typeof dimension.dimensionId === "string") &&
    dimensions.every((dimension) => !same((dimension as JsonObject).dimensionId, dimensionId))
  );
}

function isRecordMissing({ kind }: Outcome, responses: ServiceResponse[]): boolean {
  return responses.some(
    (one) =>
      saysNoRecord(one) || (isKind(kind, kinds.DefaultDimension) && saysNoDimension(one, kind.id.split("/"))),
  );
}

/** The record that a response shows, where it is the one that is meant. */
function shownRecord({ kind }: Outcome, one: ServiceResponse): JsonObject | undefined {
  if (one.status !== 200 || !isObject(one.body) || holdsError(one.body)) return undefined;
  const candidates = Array.isArray(one.body.value) ? one.body.value.filter(isObject) : [one.body];
  if (!isKind(kind, kinds.DefaultDimension)) return candidates.find(({ id }) => same(id, kind.id));
  const [, parentId, dimensionId] = kind.id.split("/");
  const all = candidates.flatMap((candidate) =>
    Array.isArray(candidate.defaultDimensions) && same(candidate.id, parentId)
      ? candidate.defaultDimensions.filter(isObject)
      : [candidate],
  );
  // A value that is not a text names no other parent: the place of the dimension does.
  return all.find(
    (dimension) =>
      same(dimension.dimensionId, dimensionId) &&
      (typeof dimension.parentId !== "string" || same(dimension.parentId, parentId)),
  );
}

/** The record is as declared when the service confirms what it was sent, or when it is read so. */
function isRecordDone(outcome: Outcome, responses: ServiceResponse[]): boolean {
  const lastPatch = responses.map(({ method }) => method).lastIndexOf("PATCH");
  if (responses.some((one) => one.method === "PATCH" && shownRecord(outcome, one) !== undefined)) return true;
  // Where an update was not confirmed, only what is read after it counts.
  const read = responses
    .slice(lastPatch + 1)
    .filter(({ method }) => method === "GET")
    .map((one) => shownRecord(outcome, one))
    .filter((record) => record !== undefined);
  // A delete leaves fields that another client has changed.
  const wanted = outcome.hook === "delete" ? {} : wantedFields(outcome);
  return read.some((record) =>
    Object.entries(wanted).every(([name, value]) => comparable(record[name]) === comparable(value)),
  );
}

/** Fields of the record that a hook has to bring to these values. */
function wantedFields({ kind, hook }: Outcome): JsonObject {
  const fields = fieldsOf(kind.args);
  if (hook === "create") return fields;
  const changed = Object.entries(fieldsOf(kind.changed));
  return Object.fromEntries(changed.filter(([name, value]) => fields[name] !== value));
}

const STEERING = ["companyId", "customerId", "itemId", "projectId", "parentType", "parentId", "onDestroy"];

function fieldsOf({ additionalFields = {}, ...args }: JsonObject): JsonObject {
  const own = Object.entries(args).filter(([name]) => !STEERING.includes(name));
  return { ...Object.fromEntries(own), ...(additionalFields as JsonObject) };
}

/** Without what has no meaning: letter case, blanks, and how they are written in names. */
function comparable(value: Json): string {
  return asText(value).replaceAll("_x0020_", " ").replace(/\s+/g, "").toLowerCase();
}

// Sales quotes

export function quotesIn(body: Json): JsonObject[] {
  if (!isObject(body)) return [];
  return Array.isArray(body.value) ? body.value.filter(isObject) : [body];
}

function isQuoteDone({ hook, kind }: Outcome, responses: ServiceResponse[]): boolean {
  const { customerId } = kind.args;
  if (hook === "update")
    return responses.some(
      (one) => one.status === 200 && quotesIn(one.body).some(({ id }) => same(id, kind.id)),
    );
  return responses.some(({ method, status, body }) => {
    if (method === "POST") return [200, 201].includes(status) && isObject(body) && isGuid(body.id);
    return (
      status === 200 && quotesIn(body).some((quote) => isGuid(quote.id) && same(quote.customerId, customerId))
    );
  });
}

function isGuid(value: Json): boolean {
  return typeof value === "string" && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
}

// Stops

function isStopDone({ result, hook }: Outcome, responses: ServiceResponse[]): boolean {
  const isStopped = responses.some(({ status, body }) => {
    if (status >= 300 || !isObject(body)) return false;
    const instance = isObject(body.properties) ? body.properties.status : undefined;
    return same(body.status, "Succeeded") || same(instance, "Offline");
  });
  if (hook === "delete" && responses.some(saysMissing)) return true;
  const status = result?.outputs?.status;
  const isAccepted = responses.some(({ method, status }) => method === "POST" && [200, 202].includes(status));
  return isStopped || (isAccepted && (status === "Unobserved" || hook === "delete"));
}

// Removals

function isRemovalDone(responses: ServiceResponse[]): boolean {
  return responses.some(({ status, isEmpty, body }) => {
    if ([200, 202, 204].includes(status)) return isEmpty || (isObject(body) && !holdsError(body));
    const code = codeOf(body) ?? (isObject(body) ? body.code : undefined);
    return status === 404 && isObject(body) && (code === undefined || code === "NotFound");
  });
}

export function isSaidToBeMissing(outcome: Outcome, responses: ServiceResponse[]): boolean {
  const { kind } = outcome;
  if (isKind(kind, kinds.ContainerGroup)) return responses.some(saysMissing);
  if (isKind(kind, ...recordKinds)) return isRecordMissing(outcome, responses);
  return isKind(kind, kinds.SalesQuote) && responses.some(saysNoRecord);
}

export function isSaidToBeDone(outcome: Outcome, responses: ServiceResponse[]): boolean {
  const { kind } = outcome;
  if (isKind(kind, kinds.ContainerGroup)) return isGroupDone(responses, kind.id);
  if (isKind(kind, ...recordKinds)) return isRecordDone(outcome, responses);
  if (isKind(kind, kinds.SalesQuote)) return isQuoteDone(outcome, responses);
  return isKind(kind, ...stopKinds) ? isStopDone(outcome, responses) : isRemovalDone(responses);
}

export function isSaidToBeDeleted(outcome: Outcome, responses: ServiceResponse[]): boolean {
  const { kind } = outcome;
  if (isKind(kind, kinds.ContainerGroup)) return isGroupDeleted(responses, kind.id);
  if (isKind(kind, ...recordKinds))
    return isRecordDone(outcome, responses) || isRecordMissing(outcome, responses);
  if (isKind(kind, kinds.SalesQuote))
    return responses.some(
      (one) =>
        saysNoRecord(one) || (one.method === "DELETE" && [200, 204].includes(one.status) && one.isEmpty),
    );
  // Nothing is undone of a removal.
  return isKind(kind, ...stopKinds) ? isStopDone(outcome, responses) : true;
}
