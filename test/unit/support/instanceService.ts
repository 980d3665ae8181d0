import type { JsonObject } from "../../../provider/schema/json.js";
import { ADDRESS, TOKEN } from "./hooks.js";
import { nock } from "./mockedNetwork.js";

export const ID =
  "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/erp/providers/Vendor.Workloads/erpVirtualInstances/X00/databaseInstances/db";

export const args: JsonObject = {
  subscriptionId: "11111111-2222-3333-4444-555555555555",
  resourceGroupName: "erp",
  erpVirtualInstanceName: "X00",
  databaseInstanceName: "db",
};

export const OPERATION =
  "/subscriptions/11111111-2222-3333-4444-555555555555/providers/Vendor.Workloads/locations/L/operationStatuses/op*1";
const VERSION = "?api-version=2023-04-01";

/** Mocks the service. Every request must be expected, have the token and request the current version. */
export const service = {
  look: (status: string) => expected().get(`${ID}${VERSION}`).reply(200, { properties: { status } }),
  readRefused: (status: number, code = "X") =>
    expected().get(`${ID}${VERSION}`).reply(status, { error: { code } }),
  readAnswered: (status: number, body: JsonObject, headers: Record<string, string>) =>
    expected().get(`${ID}${VERSION}`).reply(status, body, headers),
  stop: (body: JsonObject = {}) => expected().post(`${ID}/stop${VERSION}`, body as nock.DataMatcherMap),
  operation: (query = VERSION) => expected().get(`${OPERATION}${query}`),
};

/** Headers with the address of the operation, which contains a signature as in real responses. */
export const signed = (signature: string) => ({
  "cloud-AsyncOperation": `${ADDRESS}${OPERATION}${VERSION}&s=${signature}`,
});

export const signedQuery = (signature: string): string => `${VERSION}&s=${signature}`;

/** The body of an operation's status. */
export function status(word: string, more: JsonObject = {}): JsonObject {
  return { id: OPERATION, name: "op*1", status: word, startTime: "2026-01-15T12:00:00Z", ...more };
}

function expected(): nock.Scope {
  return nock(ADDRESS, { reqheaders: { authorization: `Bearer ${TOKEN}` } });
}
