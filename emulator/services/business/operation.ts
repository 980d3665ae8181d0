import type { Faults } from "../../faults/faults.js";
import type { Settings } from "../../options.js";
import type { Quota } from "../../quota.js";
import { businessErrors } from "./errors.js";
import type { RecordStore } from "./store/store.js";
import type { Version } from "./version.js";
import type { Writes } from "./write/writes.js";

/** An operation: a request, or a part of a batch. */
export interface Operation {
  method: string;
  version: Version;
  /** Decoded path below the root of the service, for example "companies(…)/customers". */
  path: string;
  query: URLSearchParams;
  /** Headers with lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The parsed request body; `undefined` without one. */
  body: unknown;
  /** Address of the server, for links. */
  origin: string;
  /** Values that another writer sets directly before the change or delete. */
  writer?: Record<string, unknown>;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body?: unknown;
}

export interface Context {
  settings: Settings;
  faults: Faults;
  quota: Quota;
  store: RecordStore;
  writes: Writes;
}

export const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** Uses one request of a client's quota. Throws if the quota is used up. */
export function takeFromQuota({ quota, settings }: Context, client: string): void {
  const seconds = quota.take(client);
  if (seconds !== undefined)
    throw businessErrors.tooManyRequests(settings.businessQuota?.requests ?? 0, seconds);
}

/** Whether the quota counts the operations of a batch instead of the batch. */
export function countsBatched({ settings }: Context): boolean {
  return settings.businessQuota?.countBatched === true;
}
