import { isObject } from "../../../json.js";
import { businessErrors } from "../errors.js";

/** One operation of a batch, as it was sent. */
export interface BatchItem {
  id: string;
  method: string;
  url: string;
  /** Headers with lower-case names. */
  headers: Record<string, string>;
  body: unknown;
}

/** The most operations that a batch can have. */
const MOST = 100;

const METHODS = ["GET", "POST", "PATCH", "DELETE", "PUT"];

/** Reads the body of a batch. What cannot be carried out as it says is refused as a whole. */
export function readBatch(body: unknown): BatchItem[] {
  if (!isObject(body) || !Array.isArray(body.requests)) {
    throw businessErrors.badRequest("A batch must be an object with a list of 'requests'.");
  }
  if (body.requests.length > MOST) {
    throw businessErrors.badRequest(
      `The batch has ${body.requests.length} operations. The maximum number of operations is ${MOST}.`,
    );
  }
  const items = body.requests.map(readItem);
  const ids = new Set(items.map(({ id }) => id));
  if (ids.size < items.length) {
    throw businessErrors.badRequest("The ids of the operations in a batch must differ from each other.");
  }
  return items;
}

function readItem(item: unknown): BatchItem {
  if (!isObject(item)) {
    throw businessErrors.badRequest("An operation in a batch must be an object.");
  }
  const { id, method, url, headers = {}, body, ...others } = item;
  const [other] = Object.keys(others);
  if (other !== undefined) {
    throw businessErrors.badRequest(`An operation in a batch cannot have '${other}' here.`);
  }
  if (typeof id !== "string" || id === "" || typeof url !== "string" || typeof method !== "string") {
    throw businessErrors.badRequest("An operation in a batch needs the texts 'id', 'method' and 'url'.");
  }
  if (!METHODS.includes(method.toUpperCase())) {
    throw businessErrors.badRequest(`An operation in a batch cannot have the method '${method}'.`);
  }
  return { id, method: method.toUpperCase(), url, headers: readHeaders(headers), body };
}

function readHeaders(headers: unknown): Record<string, string> {
  if (!isObject(headers) || Object.values(headers).some((value) => typeof value !== "string")) {
    throw businessErrors.badRequest("The headers of an operation in a batch must be texts.");
  }
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}
