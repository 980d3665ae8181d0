import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../provider/schema/json.js";
import { RECORDED_CASES } from "../support/recordedCases.js";

/** Recorded requests and answers of the business service, read where they stand; see `cases.ts`. */
const FOLDER = join(RECORDED_CASES, "business");

export const TOKEN = "canary-token-4711";
export const COMPANY = "9ee48135-93e1-ef11-9344-6045bde9ca09";
/** Id of a record that a case does not name. */
export const RECORD = "f2a5738a-44e3-ea11-bb43-000d3a2feca1";
/** Entity tag where a case only says that there is one. */
export const TAG = 'W/"JzQ0O3RhZyBvZiB0aGUgY2FzZTsn"';

export interface BusinessAnswer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

export interface BusinessCase {
  method: "GET" | "PATCH" | "POST" | "DELETE";
  /** Address without its origin, placeholders filled. */
  path: string;
  /** Headers by lower-case names, placeholders filled. */
  headers: Record<string, string>;
  body: JsonObject | undefined;
  answer: BusinessAnswer;
}

/** Readers of all cases by their names, or undefined where the folder is not there. */
export function businessCases(): Map<string, () => BusinessCase> | undefined {
  if (!existsSync(FOLDER)) return undefined;
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(".json") && !file.startsWith("_"));
  return new Map(files.sort().map((file) => [file.replace(/\.json$/, ""), () => readCase(file)]));
}

/** A file of notes beside the cases. */
export function businessNotes<T>(file: string): T | undefined {
  const path = join(FOLDER, file);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as T) : undefined;
}

function readCase(file: string): BusinessCase {
  const { request, responses } = JSON.parse(readFileSync(join(FOLDER, file), "utf8"));
  const [[status, answer]] = Object.entries<{ headers?: Record<string, string>; body: unknown }>(
    responses,
  ) as [[string, { headers?: Record<string, string>; body: unknown }]];
  return {
    method: request.method,
    path: filledPath(request.url, answer.body),
    headers: filledHeaders(request.headers),
    body: request.body ?? undefined,
    answer: {
      status: Number(status),
      headers: readableHeaders(answer.headers),
      body: answer.body ?? undefined,
    },
  };
}

/** Ids as the answer has them, so that request and answer speak of the same record. */
function filledPath(url: string, answer: unknown): string {
  const first = recordsIn(answer)[0] ?? {};
  const own = (name: string): string => (isGuid(first[name]) ? String(first[name]) : RECORD);
  return url
    .replace(/^https:\/\/\{[^}]+\}/, "")
    .replace(/companies\(\{\w+\}\)/, `companies(${COMPANY})`)
    .replace(/\{dimensionId\}/g, own("dimensionId"))
    .replace(/\{(customerId|itemId|employeeId|vendorId)\}/g, own("parentId"))
    .replace(/\{'id'\}/g, `'${own("subscriptionId")}'`)
    .replace(/\{id\}/g, own("id"))
    .replace(/<timestamp>/, "2026-05-05T00:00:00Z");
}

function filledHeaders(headers: Record<string, string>): Record<string, string> {
  const filled = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    value.replace("<ACCESS_TOKEN>", TOKEN).replace(/^<etag>.*/, TAG),
  ]);
  // Some cases leave it out; the service does not.
  return { authorization: `Bearer ${TOKEN}`, ...Object.fromEntries(filled) };
}

/** Without those that belong to the connection of then. */
function readableHeaders(headers: Record<string, string> = {}): Record<string, string> {
  const own = Object.entries(headers).filter(
    ([name]) => !/^(date|content-length|transfer-encoding)$/i.test(name),
  );
  return Object.fromEntries(own);
}

/** The records of an answer, alone or in an envelope. */
export function recordsIn(body: unknown): JsonObject[] {
  const { value } = (body ?? {}) as JsonObject;
  if (Array.isArray(value)) return value as JsonObject[];
  return body === undefined || body === null ? [] : [body as JsonObject];
}

function isGuid(value: unknown): boolean {
  return typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}
