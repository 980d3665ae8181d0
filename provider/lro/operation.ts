import { findAddressProblem, readAddress } from "../contract/address.js";
import { type ErrorStatement, readErrorBody } from "../http/errorBody.js";
import type { HttpResponse } from "../http/pipeline.js";
import { readServiceError, type ServiceError } from "../http/serviceError.js";
import { isObject, type JsonObject } from "../schema/json.js";
import { shorten, toPlain } from "../text/plain.js";
import { type Phase, readPhase } from "./phase.js";

const LONGEST_TEXT = 500;
const MOST_PARTS = 100;
/** Maximum depth of nested parts that are searched for errors. */
const DEEPEST_PART = 3;

/** The state of an operation in one response. Every text is a single line of limited length. */
export interface Operation {
  phase: Phase;
  /** The status in the spelling of the service; undefined if the response is not a status document. */
  status: string | undefined;
  id: string | undefined;
  name: string | undefined;
  startTime: string | undefined;
  endTime: string | undefined;
  /** Between 0 and 100. */
  percentComplete: number | undefined;
  /** The operations of which it consists, without nested ones. */
  parts: Part[];
  /** The error of the service if the operation failed or was canceled. */
  failure: ServiceError | undefined;
}

interface Part {
  name: string;
  phase: Phase;
  status: string;
}

/**
 * Reads the response to a request that starts or queries an operation. The HTTP status is ignored: a page of a proxy also has
 * status 200. Without a status document, the operation is therefore still running.
 */
export function readOperation(response: HttpResponse): Operation {
  const body = isObject(response.body) ? response.body : {};
  const status = readString(body.status);
  const phase = status === undefined ? "running" : readPhase(status);
  const hasFailed = phase === "failed" || phase === "canceled";
  // Any other body is the result of the operation, and its id is not that of the operation.
  const document = status === undefined ? {} : body;
  return {
    phase,
    status,
    id: pathOf(readString(document.id)),
    name: readString(document.name),
    startTime: readString(document.startTime),
    endTime: readString(document.endTime),
    percentComplete: percentOf(document.percentComplete),
    parts: partsOf(document).map((part) => {
      const status = readString(part.status) ?? "";
      return { name: readString(part.name) ?? "", phase: readPhase(status), status };
    }),
    failure: hasFailed ? failureOf(response, body, status) : undefined,
  };
}

function failureOf(response: HttpResponse, body: JsonObject, status: string | undefined): ServiceError {
  const { requestId, ...own } = readErrorBody(body);
  const details = [...own.details, ...failuresOfParts(body, 1)];
  const message = own.message ?? (details.length > 0 ? EXPLAINED_BELOW : UNEXPLAINED);
  const error = { code: status, ...own, message, details };
  return readServiceError({ ...response, body: { error, requestId } });
}

const UNEXPLAINED = "the service gave no reason.";
const EXPLAINED_BELOW = "for the reasons below.";

function failuresOfParts(body: JsonObject, depth: number): ErrorStatement[] {
  if (depth > DEEPEST_PART) return [];
  return partsOf(body).flatMap((part) => {
    const target = readString(part.name) ?? "";
    const own = isObject(part.error) ? [{ target, ...readErrorBody({ error: part.error }) }] : [];
    return [...own, ...failuresOfParts(part, depth + 1)];
  });
}

function partsOf({ operations }: JsonObject): JsonObject[] {
  return (Array.isArray(operations) ? operations : []).filter(isObject).slice(0, MOST_PARTS);
}

/** If an id is a URL, only its path is used, because its query may be signed. */
function pathOf(id: string | undefined): string | undefined {
  if (id === undefined || !/^https?:/i.test(id)) return id?.split("?", 1)[0];
  // Decoding may have produced characters that were removed before.
  return URL.canParse(id) ? readString(readPath(id)) : undefined;
}

/** The decoded path of a URL. */
export function readPath(address: string): string {
  const { pathname } = new URL(address);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

function readString(value: unknown): string | undefined {
  const text = typeof value === "string" ? shorten(toPlain(value), LONGEST_TEXT) : "";
  return text === "" ? undefined : text;
}

function percentOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? Math.min(Math.max(value, 0), 100) : undefined;
}

/** An address for polls: `status` returns only status documents, `result` the result of the operation. */
export interface OperationAddress {
  url: string;
  kind: "status" | "result";
  /** Whether the address may be wrong: a relative path without a slash, that of the action itself, or one made from an id. */
  isGuessed: boolean;
}

/** Headers that contain such an address, preferred ones first. */
const HEADERS = [
  { name: /-asyncoperation$/, kind: "status" },
  { name: /^operation-location$/, kind: "status" },
  { name: /^location$/, kind: "result" },
] as const;

/** The address of status documents in a response. */
export function findStatusUrl(response: HttpResponse): string | undefined {
  return findOperationAddress(response, response, "status")?.url;
}

/**
 * The first address in a response that may be polled. Its connection must be as safe as that to the service.
 *
 * @param first response to the request that started the operation
 * @param current kind of the address that was polled
 */
export function findOperationAddress(
  response: HttpResponse,
  first: HttpResponse,
  current: OperationAddress["kind"] | undefined,
): OperationAddress | undefined {
  const headers = HEADERS.filter(({ kind }) => kind === "status" || current !== "status");
  for (const { name, kind } of headers) {
    const header = Object.keys(response.headers).find((one) => name.test(one));
    const value = onlyOne(header && response.headers[header]);
    const address = readSafeAddress(value, new URL(response.url));
    if (address === undefined) continue;
    const position = relate(address, new URL(first.url));
    if (kind === "result" && returnsResource(position, first)) continue;
    const isGuessed = position === "same" || !/^(\/|https?:)/i.test(value);
    return { url: address.href, kind, isGuessed };
  }
  return undefined;
}

/** Services that omit the first slash mean a path from the root, not one relative to the request. */
function readSafeAddress(value: string, from: URL): URL | undefined {
  const address = value === "" ? undefined : readAddress(value, new URL(from.origin));
  return address !== undefined && isSafeAddress(address, from) ? address : undefined;
}

/**
 * Whether an address returns the changed resource, which does not show the progress of the operation. At the address of an
 * action, there is no resource.
 */
function returnsResource(position: ReturnType<typeof relate>, { method }: HttpResponse): boolean {
  return position === "above" || (position === "same" && method !== "POST");
}

function relate(address: URL, requested: URL): "same" | "above" | "elsewhere" {
  const read = ({ origin, pathname }: URL): string => `${origin}${pathname.toLowerCase()}/`;
  const [path, below] = [read(address), read(requested)];
  if (!below.startsWith(path)) return "elsewhere";
  return path === below ? "same" : "above";
}

/** Values of a repeated header are joined with commas. */
function onlyOne(value = ""): string {
  return value.split(/,\s*(?=https?:)/i)[0]?.trim() ?? "";
}

function isSafeAddress(address: URL, from: URL): boolean {
  if (from.protocol === "https:" && address.protocol !== "https:") return false;
  return findAddressProblem(address.href) === undefined;
}
