import { type ErrorStatement, readErrorBody } from "../http/errorBody.js";
import type { HttpResponse } from "../http/message.js";
import { readServiceError, type ServiceError } from "../http/serviceError.js";
import { isObject, type JsonObject } from "../schema/json.js";
import { sanitizeText } from "../text/toText.js";
import { type Phase, readPhase } from "./phase.js";

const LONGEST_TEXT = 500;
const MOST_PARTS = 100;
/** How deep parts of parts are looked at for errors. */
const DEEPEST_PART = 3;

/** An operation as one answer tells of it. Every text is a single line of bounded length. */
export interface Operation {
  phase: Phase;
  /** The service's own word; undefined where the answer is no status document. */
  status: string | undefined;
  id: string | undefined;
  name: string | undefined;
  startTime: string | undefined;
  endTime: string | undefined;
  /** Between 0 and 100. */
  percentComplete: number | undefined;
  /** The operations that it consists of, without their own. */
  parts: Part[];
  /** Why it failed or was canceled, in the service's words. */
  failure: ServiceError | undefined;
}

export interface Part {
  name: string;
  phase: Phase;
  status: string;
}

/**
 * Reads the response to a request that starts an operation or asks for it: a status document, whatever the HTTP status
 * that it comes with. An operation without a status has not ended: any page between here and the service answers 200.
 */
export function readOperation(response: HttpResponse): Operation {
  const body = isObject(response.body) ? response.body : {};
  const status = readString(body.status);
  const phase = status === undefined ? "running" : readPhase(status);
  const hasFailed = phase === "failed" || phase === "canceled";
  // Anything else is the result of the operation, and its id is not the operation's.
  const document = status === undefined ? {} : body;
  return {
    phase,
    status,
    id: pathOf(readString(document.id)),
    name: readString(document.name),
    startTime: readString(document.startTime),
    endTime: readString(document.endTime),
    percentComplete: percentOf(document.percentComplete),
    parts: partsOf(document).map(({ name, status: word }) => ({
      name: readString(name) ?? "",
      phase: readPhase(readString(word) ?? ""),
      status: readString(word) ?? "",
    })),
    failure: hasFailed ? failureOf(response, body, status) : undefined,
  };
}

/** The operation's error, completed by those of its parts. */
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
    const target = readString(part.name);
    const own = isObject(part.error) ? [readErrorBody({ error: part.error })] : [];
    const named = own.map((detail) => (target === undefined ? detail : { target, ...detail }));
    return [...named, ...failuresOfParts(part, depth + 1)];
  });
}

function partsOf({ operations }: JsonObject): JsonObject[] {
  return (Array.isArray(operations) ? operations : []).filter(isObject).slice(0, MOST_PARTS);
}

/** Of an id that is a whole address the path: the rest of it may be signed. */
function pathOf(id: string | undefined): string | undefined {
  if (id === undefined || !/^https?:/i.test(id)) return id?.split("?", 1)[0];
  // Decoded, it may hold what was taken out before.
  return URL.canParse(id) ? readString(readPath(id)) : undefined;
}

/** The path of an address, as people write it. */
export function readPath(address: string): string {
  const { pathname } = new URL(address);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

function readString(value: unknown): string | undefined {
  const text = typeof value === "string" ? sanitizeText(value, LONGEST_TEXT) : "";
  return text === "" ? undefined : text;
}

function percentOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? Math.min(Math.max(value, 0), 100) : undefined;
}
