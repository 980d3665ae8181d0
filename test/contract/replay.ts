import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../../provider/schema/json.js";
import { PLAIN_TOKEN } from "../support/canaries.js";
import { listen } from "../support/localServer.js";
import type { Received, Response } from "../support/message.js";

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

/** A read of a business record by the documented filter. */
export function looking(
  version: string,
  collection: string,
  id: string,
  record: JsonObject,
  more = "",
): Exchange {
  const path = `/api/${version}/companies(${COMPANY})/${collection}?$filter=id eq ${id}${more}`;
  return { method: "GET", path, answer: { body: { value: [record] } } };
}

/**
 * Runs `work` against a server on this machine that answers these requests, in their order, and no others.
 * A request that is not the expected one fails the test, whatever `work` makes of the answer.
 */
export async function replaying<T>(exchanges: Exchange[], work: (url: string) => Promise<T>): Promise<T> {
  const left = [...exchanges];
  const problems: string[] = [];
  const { url, close } = await listen(async (request) => {
    const expected = left.shift();
    const found = expected ? differences(expected, request) : ["not expected any more"];
    problems.push(...found.map((problem) => `${request.method} ${request.path}: ${problem}`));
    return responseOf(expected?.answer ?? { status: 418 }, request.origin);
  });
  try {
    return await work(url);
  } finally {
    await close();
    problems.push(...left.map(({ method, path }) => `never came: ${method} ${path}`));
    // biome-ignore lint/correctness/noUnsafeFinally: an unexpected request explains every error that follows it.
    if (problems.length > 0) throw new Error(problems.join("\n"));
  }
}

/** A text is a page. */
function responseOf({ status = 200, headers = {}, body }: Exchange["answer"], here: string): Response {
  const named = Object.entries(headers).map(([name, value]) => [name, value.replaceAll("{base_url}", here)]);
  const response = { status, headers: Object.fromEntries(named) };
  if (typeof body !== "string") return { ...response, body };
  return { ...response, headers: { "content-type": "text/html", ...response.headers }, text: body };
}

type Request = Omit<Received, "index">;

function differences({ method, path, headers = {}, body }: Exchange, request: Request): string[] {
  const found: string[] = [];
  const compare = (what: string, is: unknown, should: unknown): void => {
    if (!isDeepStrictEqual(is, should)) {
      found.push(`${what} is ${JSON.stringify(is)}, expected ${JSON.stringify(should)}`);
    }
  };
  compare("method", request.method, method);
  compare("path", decodeURIComponent(request.path), path);
  compare("body", request.body, body);
  if (/[ '"]/.test(new URL(`http://x${request.path}`).search)) found.push("the query is not encoded");
  const all: Record<string, string | undefined> = {
    authorization: `Bearer ${TOKEN}`,
    "content-type": body === undefined ? undefined : "application/json",
    "if-match": undefined,
    ...headers,
  };
  for (const [name, value] of Object.entries(all)) compare(`header ${name}`, request.headers[name], value);
  return found;
}
