import { isSame } from "./compare.js";
import { getOwn, isObject, type Json, readDecimal } from "./json.js";
import { getPropertySchema, type Schema } from "./keywords.js";
import { decodeName, guidPattern, NO_GUID, normalizeSpelling } from "./normalize.js";

/** Compares two values that are neither lists nor objects. */
type ScalarTest = (schema: Schema | undefined, sent: Json, kept: Json) => boolean;

/**
 * Whether a service may return `kept` for the value `sent`: trimmed, in another format of a number, a time or a GUID, as null
 * for an empty text, or with escaped characters in a field that the schema does not list, which may be an option.
 */
export function isStoredAs(schema: Schema | undefined, sent: Json, kept: Json): boolean {
  return holdsEverywhere(isStoredScalar, schema, sent, kept);
}

/**
 * Whether `kept` is the service's spelling of `sent`: {@link isStoredAs}, or with another letter case, other white space or fewer
 * decimals. Only the response to the request itself proves that it is not a change by another client.
 *
 * @param before the value before the request. A service that ignores the field returns it, which is no rounding.
 */
export function isSpelling(schema: Schema | undefined, sent: Json, kept: Json, before?: Json): boolean {
  const isSpelled: ScalarTest = (field, own, other) =>
    isStoredScalar(field, own, other) || isRespelledText(field, own, other) || isRounded(own, other, before);
  return holdsEverywhere(isSpelled, schema, sent, kept);
}

/** Whether the test holds for each pair of scalars that differ. */
function holdsEverywhere(test: ScalarTest, schema: Schema | undefined, sent: Json, kept: Json): boolean {
  if (isSame(schema, sent, kept)) return true;
  if (Array.isArray(sent) && Array.isArray(kept)) {
    return (
      sent.length === kept.length &&
      sent.every((item, index) => holdsEverywhere(test, schema?.items, item, kept[index]))
    );
  }
  if (isObject(sent) && isObject(kept)) {
    // A response may contain more fields, or omit some.
    return Object.keys(sent).every((name) => {
      const [own, other] = [getOwn(sent, name), getOwn(kept, name)];
      return other === undefined || holdsEverywhere(test, getPropertySchema(schema, name), own, other);
    });
  }
  return test(schema, sent, kept);
}

function isStoredScalar(schema: Schema | undefined, sent: Json, kept: Json): boolean {
  if (isBlank(schema, sent) && isBlank(schema, kept)) return true;
  if (typeof sent !== "string" || typeof kept !== "string") {
    const number = asNumber(sent);
    return number !== undefined && number === asNumber(kept);
  }
  if (sent.trim() === kept.trim() && sent.includes(kept)) return true;
  if (schema === undefined && decodeName(sent) === decodeName(kept)) return true;
  if (guidPattern.test(sent)) return sent.toLowerCase() === kept.toLowerCase();
  const moment = readMoment(sent);
  return moment !== undefined && moment === readMoment(kept);
}

function isRespelledText(schema: Schema | undefined, sent: Json, kept: Json): boolean {
  if (typeof sent !== "string" || typeof kept !== "string") return false;
  const fold = (text: string): string =>
    normalizeSpelling(schema, text).normalize().replace(/\s+/g, "").toLowerCase();
  return fold(sent) === fold(kept);
}

/** Whether `kept` is `sent` with fewer decimals. A value that becomes zero is another value. */
function isRounded(sent: Json, kept: Json, before: Json): boolean {
  const rounded = asNumber(kept);
  if (typeof sent !== "number" || rounded === undefined || rounded === 0) return false;
  const decimals = countDecimals(rounded);
  if (decimals < 2 && rounded === asNumber(before)) return false;
  return Math.abs(sent - rounded) <= 0.5 * 10 ** -decimals * (1 + 1e-9);
}

function asNumber(value: Json): number | undefined {
  if (typeof value === "string") return readDecimal(value);
  return typeof value === "number" ? value : undefined;
}

function countDecimals(value: number): number {
  const [digits = "", exponent = "0"] = String(value).split("e");
  return Math.max(0, (digits.split(".")[1] ?? "").length - Number(exponent));
}

/** Services store an empty text, option or id as null, or the other way round. */
function isBlank(schema: Schema | undefined, value: Json): boolean {
  if (typeof value !== "string") return value === null;
  return value.trim() === "" || (schema?.format === "guid" && value === NO_GUID);
}

const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/i;

/** Milliseconds of a date or a time in ISO 8601; in UTC if it has no time zone. */
function readMoment(text: string): number | undefined {
  const parts = MOMENT.exec(text);
  if (parts === null) return undefined;
  const [, time, , , zone] = parts;
  const moment = Date.parse(time !== undefined && zone === undefined ? `${text}Z` : text);
  return Number.isNaN(moment) ? undefined : moment;
}
