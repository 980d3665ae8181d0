import { type Collection, type EmulatorOptions, seedId } from "../../../emulator/index.js";
import { useClient } from "./support.js";

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

/** An operation of a batch. */
export interface BatchOperation {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: unknown;
}

type Headers = Record<string, string>;

/** Functions that send requests to the business service of an emulator of the suite. */
export function useBusiness(options: EmulatorOptions = {}) {
  const { emulator, send, ask } = useClient(options);
  const call = (method: string, path: string, body?: unknown, headers: Headers = {}) =>
    send(method, path, body, {
      version: "",
      headers: {
        authorization: "Bearer token-1",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
    });
  return {
    emulator,
    ask,
    call,
    get: (path: string, headers?: Headers) => call("GET", path, undefined, headers),
    /** Changes a record in any state. */
    patch: (path: string, body: unknown, tag = "*") => call("PATCH", path, body, { "if-match": tag }),
    /** Sends a batch of operations; ids are "0", "1", … */
    batch: (operations: BatchOperation[], headers?: Headers) => {
      const requests = operations.map((operation, id) => ({ id: String(id), ...operation }));
      return call("POST", "/api/v2.0/$batch", { requests }, headers);
    },
  };
}
