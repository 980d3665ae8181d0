import type { JsonObject } from "../../../provider/schema/json.js";
import { TOKEN, testContext } from "./hooks.js";
import { nock } from "./mockedNetwork.js";

export const BUSINESS = "https://business.example";
export const COMPANY = "9ee48135-93e1-ef11-9344-6045bde9ca09";
export const RECORD = "37fe3458-93e1-ef11-9344-6045bde9ca09";
export const PARENT = "b3fbe87a-61b8-4a6c-85de-0555f1627a67";
export const DIMENSION = "d5fc81ea-8687-4e9d-9c49-7fde28ccdb1a";
export const OTHER = "11111111-2222-3333-4444-555555555555";
export const NO_ID = "00000000-0000-0000-0000-000000000000";

/** Entity tags of a record before and after a change. */
export const TAG = 'W/"before"';
export const NEXT_TAG = 'W/"after"';

export const businessConfiguration: Record<string, string> = {
  "vendorcloud:businessUrl": BUSINESS,
  "vendorcloud:businessToken": TOKEN,
};

/** The context of a lifecycle of the business service. */
export const businessContext = (values: Record<string, string> = {}) =>
  testContext({ ...businessConfiguration, ...values });

/** Disables the retries of requests, so that every repetition comes from the lifecycle. */
export const once = { "vendorcloud:retryMaxAttempts": "1" };

const root = (version: string) => `/api/${version}/companies(${COMPANY})/`;

/** Path of a collection with the provider's filter, in its encoded form. */
export function filtered(version: string, collection: string, filter: string, expand?: string): string {
  const more = expand === undefined ? "" : `&$expand=${expand}`;
  return `${root(version)}${collection}?$filter=${encodeURIComponent(filter).replace(/'/g, "%27")}${more}`;
}

/** Mocks the service. Every request must be expected and have the token. Paths are relative to the company. */
export const business = {
  find: (version: string, collection: string, id: string, expand?: string) =>
    expected().get(exactly(filtered(version, collection, `id eq ${id}`, expand))),
  list: (version: string, collection: string, filter: string, expand?: string) =>
    expected().get(exactly(filtered(version, collection, filter, expand))),
  /** All records of a collection, with some of their fields. */
  all: (version: string, collection: string, query: string) =>
    expected().get(exactly(`${root(version)}${collection}?${query}`)),
  patch: (version: string, path: string, body: JsonObject, tag: string | undefined) =>
    expected(tag, JSON_BODY).patch(root(version) + path, same(body)),
  post: (version: string, path: string, body: JsonObject) =>
    expected(undefined, JSON_BODY).post(root(version) + path, same(body)),
  delete: (version: string, path: string, tag: string | undefined) =>
    expected(tag).delete(root(version) + path),
};

const JSON_BODY = { "content-type": "application/json" };

/** Wraps records in the response of a collection. */
export function collection(...value: JsonObject[]): JsonObject {
  return { "@odata.context": `${BUSINESS}/api/$metadata`, value };
}

/** Compares the encoded query, which nock would decode. */
function exactly(path: string): (uri: string) => boolean {
  const matches = (uri: string): boolean => uri.replace(/'/g, "%27") === path;
  return Object.assign(matches, { toString: () => path });
}

function same(body: JsonObject): nock.DataMatcherMap {
  return body as nock.DataMatcherMap;
}

function expected(tag?: string, more: Record<string, string> = {}): nock.Scope {
  const reqheaders = { authorization: `Bearer ${TOKEN}`, ...more };
  return tag === undefined
    ? nock(BUSINESS, { reqheaders, badheaders: ["if-match"] })
    : nock(BUSINESS, { reqheaders: { ...reqheaders, "if-match": tag } });
}
