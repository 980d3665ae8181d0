import type { Version } from "./version.js";

/** One operation, whether it is a request of its own or a part of a batch. */
export interface Operation {
  method: string;
  version: Version;
  /** Path below the root of the service, decoded, for example "companies(…)/customers". */
  path: string;
  query: URLSearchParams;
  /** Headers with lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  /** What was sent, parsed; `undefined` without a body. */
  body: unknown;
  /** Address of the server, for links. */
  origin: string;
  /** What another writer changes right before a change or a removal is processed. */
  writer?: Record<string, unknown>;
}

/** What an operation is answered. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body?: unknown;
}
