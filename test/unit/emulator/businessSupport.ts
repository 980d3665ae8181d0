import { type Collection, type Emulator, seedId } from "../../../emulator/index.js";
import { type Answer, send } from "./support.js";

/** Id of the first company. */
export const COMPANY = seedId("companies", 1);

/** An id that no record has. */
export const NOBODY = "11111111-2222-3333-4444-555555555555";

/** Path of the first company, or of what is below it. */
export function at(path = "", version = "v2.0"): string {
  return `/api/${version}/companies(${COMPANY})${path && `/${path}`}`;
}

/** Path of the n-th record that a collection has at the start. */
export function seeded(collection: Collection, n: number): string {
  return at(`${collection}(${seedId(collection, n)})`);
}

/** Sends a request to the business service. */
export function call(
  emulator: Emulator,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return send(emulator, method, path, body, {
    version: "",
    headers: {
      authorization: "Bearer token-1",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
  });
}

/** Changes a record in any state. */
export function patch(emulator: Emulator, path: string, body: unknown, tag = "*"): Promise<Answer> {
  return call(emulator, "PATCH", path, body, { "if-match": tag });
}

/** An operation of a batch. */
export interface BatchOperation {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Sends a batch of operations; ids are "0", "1", … */
export function batch(
  emulator: Emulator,
  operations: BatchOperation[],
  headers: Record<string, string> = {},
): Promise<Answer> {
  const requests = operations.map((operation, id) => ({ id: String(id), ...operation }));
  return call(emulator, "POST", "/api/v2.0/$batch", { requests }, headers);
}
