import type { JsonObject } from "../../provider/schema/json.js";
import { COMPANY, type Exchange } from "./replay.js";

/** Helpers for requests and answers in tests of all kinds of cases. */

export const NEXT_TAG = 'W/"JzQ0O2Fub3RoZXIgdGFnJw=="';

/** A value as the documents print it, and as it is on the wire. */
const WIRE: Record<string, string> = { " ": "_x0020_", "Same Code": "Same_x0020_Code" };
const OPTIONS = ["blocked", "postingValidation"];
const withOptions = (fields: JsonObject, spell: (text: string) => string): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      OPTIONS.includes(name) && typeof value === "string" ? spell(value) : value,
    ]),
  );
export const onTheWire = (fields: JsonObject) => withOptions(fields, (text) => WIRE[text] ?? text);
export const asPrinted = (fields: JsonObject) =>
  withOptions(fields, (text) => Object.keys(WIRE).find((name) => WIRE[name] === text) ?? text);

/** An address of a company, taken apart: `customers(…)/defaultDimensions(…)` is below it. */
const ADDRESS =
  /^\/api\/(?<version>v[\d.]+)\/companies\((?<companyId>[^)]+)\)\/(?<below>[^?]+)(\?\$filter=(?<filter>.+))?$/;
const RECORD_ADDRESS = /^(?<collection>\w+)(\((?<id>[^)]+)\))?(\/(?<dimensions>defaultDimensions))?/;

export function partsOf(path: string) {
  const whole = ADDRESS.exec(path)?.groups ?? {};
  const below = RECORD_ADDRESS.exec(whole.below ?? "")?.groups ?? {};
  return { ...whole, ...below } as Partial<Record<string, string>>;
}

/** A read by the documented filter, as the provider makes it. */
export function reading(collection: string, id: string, record: JsonObject, more = ""): Exchange {
  return {
    method: "GET",
    path: `/api/v2.0/companies(${COMPANY})/${collection}?$filter=id eq ${id}${more}`,
    answer: { status: 200, body: { value: [record] } },
  };
}

export function otherValues(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, otherValue(value)]));
}

/** Something else of the same kind. */
function otherValue(value: unknown): unknown {
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + 1;
  if (typeof value !== "string") return value;
  return /^[0-9a-f-]{36}$/.test(value) ? "00000000-0000-0000-0000-0000000000ff" : `${value} of before`;
}

/** The records of an answer, alone or in an envelope. */
export function recordsIn(body: unknown): JsonObject[] {
  const { value } = (body ?? {}) as JsonObject;
  if (Array.isArray(value)) return value as JsonObject[];
  return body === undefined || body === null ? [] : [body as JsonObject];
}
