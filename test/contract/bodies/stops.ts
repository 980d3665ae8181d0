import type { JsonObject } from "../../../provider/schema/json.js";

/** A stop as services of this family accept it and report it, in our own words. `{base_url}` is the address of the server. */
export interface StopCase {
  /** Below the ERP system. */
  instance: string;
  version: string;
  body: JsonObject;
  status: 200 | 202;
  headers?: Record<string, string>;
  answer: JsonObject | null;
  /** Each asks where the one before it said. */
  polls?: { status: number; headers?: Record<string, string>; body: JsonObject | null }[];
  /** What is said of it, where it does not succeed. */
  fails?: string;
}

const SUBSCRIPTION = "11111111-2222-3333-4444-555555555555";
export const SYSTEM = `/subscriptions/${SUBSCRIPTION}/resourceGroups/erp/providers/Vendor.Workloads/erpVirtualInstances/N01`;
const NAME = "0a4d1b52-7b0e-4f0a-9a5e-3d1f6a0c2b11*5EED";
const OPERATION = `/subscriptions/${SUBSCRIPTION}/providers/Vendor.Workloads/locations/NORTH/operationStatuses/${NAME}`;

const at = (query: string): string => `{base_url}${OPERATION}?${query}`;
const report = (status: string, more: JsonObject = {}) => ({
  ...{ id: OPERATION, name: NAME, resourceId: `${SYSTEM}/applicationInstances/a1`, status },
  ...{ startTime: "2026-03-04T05:06:07.8Z", ...more },
});
const ended = report("Succeeded", { endTime: "2026-03-04T05:08:09.1Z", properties: null });

export const stops: Record<string, StopCase> = {
  "a soft stop that is done at once": {
    ...{ instance: "applicationInstances/a1", version: "2023-04-01" },
    ...{ body: { softStopTimeoutSeconds: 0 }, status: 200 },
    answer: { id: OPERATION, name: NAME, status: "Succeeded", startTime: "2026-03-04T05:06:07Z" },
  },
  "an accepted stop whose body is null, reported with 202 until it ends": {
    ...{ instance: "applicationInstances/a1", version: "2023-04-01", body: {}, status: 202, answer: null },
    headers: { location: at("api-version=2023-04-01"), "cloud-AsyncOperation": at("api-version=2023-04-01") },
    polls: [
      { status: 202, headers: { etag: '"1"' }, body: report("Accepted") },
      { status: 202, headers: { etag: '"2"' }, body: report("InProgress", { percentComplete: 40 }) },
      { status: 200, body: ended },
    ],
  },
  "an accepted stop that is canceled": {
    ...{ instance: "applicationInstances/a1", version: "2023-04-01", body: {}, status: 202, answer: null },
    headers: { "cloud-AsyncOperation": at("api-version=2023-04-01") },
    polls: [{ status: 200, body: report("Canceled", { error: { code: "Canceled", message: "Not now." } }) }],
    fails: "create failed: the stop was canceled: Canceled: Not now.",
  },
  "a database of a newer version, whose status has signed addresses, each other than the one before": {
    ...{ instance: "databaseInstances/d1", version: "2023-10-01-preview", status: 202, answer: null },
    body: { softStopTimeoutSeconds: 300, deallocateVm: false },
    headers: { "cloud-AsyncOperation": at("api-version=2023-10-01-preview&t=1&c=MII&s=one&h=x") },
    polls: [
      {
        status: 202,
        headers: { "Cloud-AsyncOperation": at("api-version=2023-10-01-preview&t=2&c=MII&s=two&h=x") },
        body: report("Accepted"),
      },
      { status: 200, body: ended },
    ],
  },
};
