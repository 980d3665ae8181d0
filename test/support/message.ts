import type { ServerResponse } from "node:http";

/** A request as a hostile service receives it. */
export interface Received {
  /** Scheme, host and port that it was sent to. */
  origin: string;
  method: string;
  /** Path and query, as they were sent. */
  path: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** The JSON value; `undefined` without a body. */
  body: unknown;
  /** Number of the request within its run, from 0. */
  index: number;
}

export interface Response {
  status: number;
  /** Names in lower case. */
  headers?: Record<string, string | string[]>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, in place of `body`. */
  text?: string | Buffer;
}

/**
 * Reaction of a service to a request. `silence`: the connection stays open, and nothing comes. `disconnect`: the
 * connection ends without a response. `bytes`: written to the socket as they are, then the connection ends. A function
 * writes the response itself.
 */
export type Reaction =
  | Response
  | "silence"
  | "disconnect"
  | { bytes: string | Buffer }
  | ((response: ServerResponse) => void);

/**
 * A service in the hands of a test.
 *
 * @param good what a well-behaved service responds; the test may change it in place
 */
export type Respond = (request: Received, good: Response) => Reaction;

/** Leaves everything as the well-behaved service responds. */
export const honest: Respond = (_request, good) => good;

/** Distorts the responses to requests of this method. */
export function onMethod(method: string, distort: Respond): Respond {
  return (request, good) => (request.method === method ? distort(request, good) : good);
}

/** The body of a response as text. */
export function textOf({ body, text }: Response): string | Buffer {
  return text ?? (body === undefined ? "" : JSON.stringify(body));
}

export function headersOf({ headers = {}, body, text }: Response): Record<string, string | string[]> {
  const isJson = text === undefined && body !== undefined;
  return isJson ? { "content-type": "application/json", ...headers } : headers;
}

export function parsed(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
