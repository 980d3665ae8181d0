import { once } from "node:events";
import { isDeepStrictEqual } from "node:util";

import http = require("node:http");

import type { AddressInfo } from "node:net";
import { PLAIN_TOKEN } from "../support/canaries.js";

export const TOKEN = PLAIN_TOKEN;
export const COMPANY = "a1b2c3d4-0000-4000-8000-000000000001";

/** A request that must come, and what is answered. */
export interface Exchange {
  method: string;
  /** Path and query, not encoded. */
  path: string;
  /**
   * Headers by lower-case names; `undefined` for one that must not be there.
   * @default the token
   */
  headers?: Record<string, string | undefined>;
  /** JSON; `undefined` for no body. */
  body?: unknown;
  answer: Partial<{ status: number; headers: Record<string, string>; body: unknown }>;
}

/**
 * Runs `work` against a server on this machine that answers these requests, in their order, and no others.
 * A request that is not the expected one fails the test, whatever `work` makes of the answer.
 */
export async function replaying<T>(exchanges: Exchange[], work: (url: string) => Promise<T>): Promise<T> {
  const left = [...exchanges];
  const problems: string[] = [];
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const expected = left.shift();
    const found = expected ? differences(expected, request, text) : ["not expected any more"];
    problems.push(...found.map((problem) => `${request.method} ${request.url}: ${problem}`));
    const { status = 200, headers = {}, body } = expected?.answer ?? { status: 418 };
    const isText = typeof body === "string";
    const here = `http://${request.headers.host}`;
    const named = Object.entries(headers).map(([name, value]) => [
      name,
      value.replaceAll("{base_url}", here),
    ]);
    response.writeHead(status, {
      "Content-Type": isText ? "text/html" : "application/json",
      ...Object.fromEntries(named),
    });
    response.end(body === undefined || isText ? body : JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
    problems.push(...left.map(({ method, path }) => `never came: ${method} ${path}`));
    // biome-ignore lint/correctness/noUnsafeFinally: an unexpected request explains every error that follows it.
    if (problems.length > 0) throw new Error(problems.join("\n"));
  }
}

function differences(expected: Exchange, request: http.IncomingMessage, text: string): string[] {
  const { method, path, headers = {}, body } = expected;
  const found: string[] = [];
  const compare = (what: string, is: unknown, should: unknown): void => {
    if (!isDeepStrictEqual(is, should)) {
      found.push(`${what} is ${JSON.stringify(is)}, expected ${JSON.stringify(should)}`);
    }
  };
  compare("method", request.method, method);
  compare("path", decodeURIComponent(request.url ?? ""), path);
  compare("body", text === "" ? undefined : JSON.parse(text), body);
  if (/[ '"]/.test(new URL(`http://x${request.url}`).search)) found.push("the query is not encoded");
  const all: Record<string, string | undefined> = {
    authorization: `Bearer ${TOKEN}`,
    "content-type": body === undefined ? undefined : "application/json",
    "if-match": undefined,
    ...headers,
  };
  for (const [name, value] of Object.entries(all)) compare(`header ${name}`, request.headers[name], value);
  return found;
}
