import { isObject, type JsonObject } from "../schema/json.js";

export interface ErrorStatement {
  code?: string;
  message?: string;
  target?: string;
  details: ErrorStatement[];
}

/** Maximum number of details at each depth. Deeper ones are dropped. */
const MOST_DETAILS = [20, 5, 3, 2];

/** More properties that explain an error. All others may quote the request, or are ids and traces. */
const EXPLANATIONS = ["possibleCauses", "recommendedAction"];

/**
 * Reads an error in any format of services and gateways: with or without the `error` envelope, with keys in any case, with
 * details as array, object or text, as plain text or HTML, or empty.
 */
export function readErrorBody(body: unknown): ErrorStatement & { requestId?: string } {
  if (typeof body === "string") return { ...readPlainError(body), details: [] };
  const top = entriesOf(Array.isArray(body) ? body[0] : body);
  const envelope = top.error ?? top["odata.error"];
  const requestId = readNonEmpty(top.correlationid) ?? readNonEmpty(top.requestid);
  return {
    ...(isObject(envelope) ? readDetail(envelope, 0) : readFlat(top, envelope)),
    ...(requestId && { requestId }),
  };
}

/** Reads an error without envelope. `error` may be its code or its message. */
function readFlat(top: JsonObject, error: unknown): ErrorStatement {
  const detail = readDetail(top, 0);
  const name = readNonEmpty(error);
  if (name === undefined) return detail;
  const message = detail.message ?? readNonEmpty(top.error_description);
  return message === undefined ? { ...detail, message: name } : { code: name, ...detail, message };
}

function readDetail(source: JsonObject, depth: number): ErrorStatement {
  const entries = entriesOf(source);
  const code = readNonEmpty(entries.code);
  const message = messageOf(entries);
  const target = readNonEmpty(entries.target);
  const details = readDetails(entries, depth).filter((child) => adds(child, code, message));
  return { ...(code && { code }), ...(message && { message }), ...(target && { target }), details };
}

function readDetails(entries: JsonObject, depth: number): ErrorStatement[] {
  const most = MOST_DETAILS[depth];
  if (most === undefined) return [];
  const all = [
    ...readList(entries.details ?? entries.errors, depth + 1),
    ...readList(entries.innererror, depth + 1),
    ...additionalInfo(entries.additionalinfo),
    ...EXPLANATIONS.flatMap((name) => statement(name, readNonEmpty(entries[name.toLowerCase()]))),
  ];
  const left = all.length - most;
  return left <= 0 ? all : [...all.slice(0, most), { message: `… and ${left} more`, details: [] }];
}

/** The statements in a part of an error body, which may be a text, an object, a list, or texts by field. */
function readList(value: unknown, depth: number): ErrorStatement[] {
  if (depth > MOST_DETAILS.length) return [];
  if (Array.isArray(value)) return value.flatMap((element) => readList(element, depth + 1));
  const text = readNonEmpty(value);
  if (text) return [{ message: text, details: [] }];
  if (!isObject(value)) return [];
  const detail = readDetail(value, depth);
  if (detail.code || detail.message) return [detail];
  if (detail.details.length > 0) return detail.target ? [detail] : detail.details;
  // Messages by field: {"displayName": ["is too long"]}.
  return Object.entries(value).flatMap(([target, texts]) =>
    [texts].flat().flatMap((one) => {
      const message = readNonEmpty(one);
      return message ? [{ target, message, details: [] }] : [];
    }),
  );
}

/** Reads `[{type, info}]`. Only the message in `info` is kept, because the rest may quote the request. */
function additionalInfo(value: unknown): ErrorStatement[] {
  return (Array.isArray(value) ? value : []).map(entriesOf).flatMap(({ type, info }) => {
    const explanation = isObject(info) ? messageOf(entriesOf(info)) : readNonEmpty(info);
    return statement(readNonEmpty(type), explanation);
  });
}

function statement(code: string | undefined, message: string | undefined): ErrorStatement[] {
  return code && message ? [{ code, message, details: [] }] : [];
}

/** Whether a detail says more than the error that contains it. */
function adds(child: ErrorStatement, code: string | undefined, message: string | undefined): boolean {
  const isNews = (child.message && child.message !== message) || (child.code && child.code !== code);
  return Boolean(isNews || child.target || child.details.length > 0);
}

function messageOf(entries: JsonObject): string | undefined {
  const { message } = entries;
  const own = readNonEmpty(isObject(message) ? entriesOf(message).value : message);
  return own ?? readNonEmpty(entries.detail) ?? readNonEmpty(entries.title);
}

/** The message is the title of an HTML page, or a plain text without the quotes of a JSON string. */
function readPlainError(text: string): { message?: string } {
  const trimmed = text.trim();
  if (!trimmed.startsWith("<")) return trimmed === "" ? {} : { message: trimmed.replace(/^"(.*)"$/s, "$1") };
  const start = trimmed.slice(0, 65_536);
  const title = contentOf(/<title/i, start) ?? contentOf(/<h[12]/i, start) ?? "";
  return { message: `${title.trim() || "no title"} (an HTML page, probably not from the service itself)` };
}

/** The text of the first matching element, up to the next tag. */
function contentOf(begin: RegExp, page: string): string | undefined {
  const at = begin.exec(page)?.index;
  const end = at === undefined ? -1 : page.indexOf(">", at);
  return end < 0 ? undefined : page.slice(end + 1).split("<", 1)[0];
}

function readNonEmpty(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/** Properties by name in lower case; none if the value is no object. */
function entriesOf(value: unknown): JsonObject {
  const entries = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.map(([key, child]) => [key.toLowerCase(), child]));
}
