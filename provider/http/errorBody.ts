import { isObject, type JsonObject } from "../schema/json.js";

/** One statement about what is wrong, as the service wrote it. */
export interface ErrorStatement {
  code?: string;
  message?: string;
  target?: string;
  details: ErrorStatement[];
}

/** How many details are kept at each depth; deeper ones help nobody at a terminal. */
const MOST_DETAILS = [20, 5, 3, 2];

/** Further properties of a detail that explain it. Others may quote the request, or are ids and traces. */
const EXPLANATIONS = ["possibleCauses", "recommendedAction"];

/**
 * Reads an error in any of the shapes that services and the gateways in front of them use: with and without
 * the `error` envelope, in any case of the keys, with details as array, object or text, as bare text or HTML,
 * or with nothing at all.
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

/** Without envelope; `error` may still be there as a name or a text. */
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

function readList(value: unknown, depth: number): ErrorStatement[] {
  if (depth > MOST_DETAILS.length) return [];
  if (Array.isArray(value)) return value.flatMap((element) => readList(element, depth + 1));
  const text = readNonEmpty(value);
  if (text) return [{ message: text, details: [] }];
  if (!isObject(value)) return [];
  const detail = readDetail(value, depth);
  if (detail.code || detail.message) return [detail];
  if (detail.details.length > 0) return detail.target ? [detail] : detail.details;
  // Not an error itself but texts by the name of the field: {"displayName": ["is too long"]}.
  return Object.entries(value).flatMap(([target, texts]) =>
    [texts].flat().flatMap((one) => {
      const message = readNonEmpty(one);
      return message ? [{ target, message, details: [] }] : [];
    }),
  );
}

/** `[{type, info}]`: of what is in `info` only a message, since the rest may quote the request. */
function additionalInfo(value: unknown): ErrorStatement[] {
  return (Array.isArray(value) ? value : []).map(entriesOf).flatMap(({ type, info }) => {
    const said = isObject(info) ? messageOf(entriesOf(info)) : readNonEmpty(info);
    return statement(readNonEmpty(type), said);
  });
}

function statement(code: string | undefined, message: string | undefined): ErrorStatement[] {
  return code && message ? [{ code, message, details: [] }] : [];
}

/** False for details that only repeat what encloses them. */
function adds(child: ErrorStatement, code: string | undefined, message: string | undefined): boolean {
  const isNews = (child.message && child.message !== message) || (child.code && child.code !== code);
  return Boolean(isNews || child.target || child.details.length > 0);
}

function messageOf(entries: JsonObject): string | undefined {
  const { message } = entries;
  const own = readNonEmpty(isObject(message) ? entriesOf(message).value : message);
  return own ?? readNonEmpty(entries.detail) ?? readNonEmpty(entries.title);
}

/** Page of a front end: its title. JSON text sent as plain text: what it says. */
function readPlainError(text: string): { message?: string } {
  const trimmed = text.trim();
  if (!trimmed.startsWith("<")) return trimmed === "" ? {} : { message: trimmed.replace(/^"(.*)"$/s, "$1") };
  const start = trimmed.slice(0, 65_536);
  const title = contentOf(/<title/i, start) ?? contentOf(/<h[12]/i, start) ?? "";
  return { message: `${title.trim() || "no title"} (an HTML page, probably not from the service itself)` };
}

/** Text of the first element that begins so, up to the next tag. */
function contentOf(begin: RegExp, page: string): string | undefined {
  const at = begin.exec(page)?.index;
  const end = at === undefined ? -1 : page.indexOf(">", at);
  return end < 0 ? undefined : page.slice(end + 1).split("<", 1)[0];
}

function readNonEmpty(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/** Properties by their name in lower case; none where the value is no object. */
function entriesOf(value: unknown): JsonObject {
  const entries = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.map(([key, child]) => [key.toLowerCase(), child]));
}
