import { expect } from "chai";
import { describe, it } from "mocha";
import { entityTypes } from "../../../../emulator/services/business/model/index.js";
import { createSeededStore } from "../../../../emulator/services/business/seed/seed.js";
import { seedId } from "../../../../emulator/services/business/seed/seedId.js";
import { readChanges, readNew } from "../../../../emulator/services/business/write/readInput.js";
import { Writes } from "../../../../emulator/services/business/write/writes.js";
import { type Json, type JsonObject, UNKNOWN, withoutAbsent } from "../../../../provider/schema/json.js";
import { isBodyField, isResponseOnly, type Schema } from "../../../../provider/schema/keywords.js";
import { NO_GUID } from "../../../../provider/schema/normalize.js";
import { createValidator } from "../../../../provider/schema/validate.js";
import { toWire } from "../../../../provider/schema/wire.js";
import { salesQuoteSchema as schema } from "../../../../provider/services/salesQuotes/schema.js";
import { findPlaces, listPaths, withValue } from "../places.js";
import { casesOf, readRulePage } from "../rulePage.js";

/** Code of a currency that the service has. */
const LONGEST_CODE = "x".repeat(10);

const { fieldRules, rowsOf } = readRulePage("salesQuotes");
const validate = createValidator(schema);
const company = seedId("companies", 1);
const seeded = createSeededStore("demo");
const writes = new Writes(seeded, { now: () => 0, decimalPlaces: undefined });
const place = { company, collection: "salesQuotes" } as const;
writes.create(
  { company, collection: "currencies" },
  { fields: { code: LONGEST_CODE }, children: [] },
  "other",
);

const problemsOf = (args: JsonObject) => validate({ companyId: company, ...args }).problems;

function isTaken(args: JsonObject): boolean {
  try {
    // The discount is sent after the creation.
    const { discountAmount, ...body } = toWire(schema, withoutAbsent(args));
    const type = entityTypes.salesQuotes;
    const discount = discountAmount === undefined ? {} : { discountAmount };
    const changes = readChanges(type, discount);
    const made = writes.create(place, readNew(type, body), "client");
    writes.change(place, made, changes, "client");
    return true;
  } catch {
    return false;
  }
}

const line = { itemId: seedId("items", 1), quantity: 2 };

function sampleOf(name: string, { type, format }: Schema): Json {
  if (type === "number") return 1;
  if (format === "date") return "2026-01-31";
  if (format === "guid") return NO_GUID;
  return name === "currencyCode" ? LONGEST_CODE : "a";
}

function samplesOf(fields: Record<string, Schema> = {}): JsonObject {
  const scalars = Object.entries(fields).filter(
    ([, field]) => isBodyField(field) && !isResponseOnly(field) && field.type !== "array",
  );
  return Object.fromEntries(scalars.map(([name, field]) => [name, sampleOf(name, field)]));
}

/** A quote with every field of its header. */
const quote: JsonObject = {
  ...samplesOf(schema.properties),
  customerId: seedId("customers", 1),
  salesQuoteLines: [line],
  additionalFields: samplesOf(schema.properties.additionalFields?.entries),
};
/** Rules of lines are in `rules.property.test.ts`. */
const isOfLines = (path: string): boolean => path.startsWith("salesQuoteLines");
const places = findPlaces(schema, quote).filter(({ path }) => !isOfLines(path));

function expectVerdict(args: JsonObject, expected: boolean, what: string): void {
  const verdict = { provider: problemsOf(args).length === 0, emulator: isTaken(args) };
  expect(verdict, what).to.deep.equal({ provider: expected, emulator: expected });
}

const checked = places.filter(({ path }) => path !== "additionalFields");

describe("the rules for a sales quote", () => {
  it("are those of every field that can be sent", () => {
    expect(problemsOf(quote)).to.deep.equal([]);
    expect(isTaken(quote)).to.equal(true);
    expect(places.map(({ path }) => path))
      .to.have.members([...new Set(listPaths(schema))].filter((path) => !isOfLines(path)))
      .and.to.include.members([...fieldRules.keys()]);
  });

  for (const at of checked) {
    it(`of ${at.path}: the page, the provider and the emulator agree`, () => {
      expect(problemsOf(withValue(quote, at, UNKNOWN)), "a value that is not known").to.deep.equal([]);
      for (const [value, expected] of casesOf(at, fieldRules)) {
        expectVerdict(withValue(quote, at, value), expected, JSON.stringify(value));
      }
    });
  }

  it("refuse fields that the service sets, and leave them out where they are arguments", () => {
    const setByService = (fields: Record<string, Schema> = {}) =>
      Object.keys(fields).filter((name) => isResponseOnly(fields[name]) && name !== "etag");
    const emulated = ({ fields }: { fields: object }) =>
      Object.entries(fields as Record<string, { fixed?: string }>).filter(
        ([, { fixed }]) => fixed === "always",
      );
    for (const [name] of emulated(entityTypes.salesQuotes)) {
      expectVerdict({ ...quote, additionalFields: { [name]: "a" } }, false, name);
    }
    for (const name of setByService(schema.properties)) {
      expectVerdict({ ...quote, [name]: "a" }, true, name);
    }
    const lineFields = schema.properties.salesQuoteLines?.items?.properties;
    expect(setByService(lineFields)).to.include.members(
      emulated(entityTypes.salesQuoteLines).map(([name]) => name),
    );
    for (const name of setByService(lineFields)) {
      expectVerdict({ ...quote, salesQuoteLines: [{ ...line, [name]: 1 }] }, true, name);
    }
  });

  it("that only the provider has are those of the page", () => {
    // One change for each rule.
    const alone: JsonObject[] = [
      { salesQuoteLines: [] },
      { salesQuoteLines: [{ itemId: line.itemId }] },
      { salesQuoteLines: [{ ...line, discountPercent: 101 }] },
      { externalDocumentNumber: " a" },
      { additionalFields: { "dueDate@a": "b" } },
    ];
    expect(rowsOf("Rules of the provider alone")).to.have.length(alone.length);
    for (const change of alone) {
      const args = { ...quote, ...change };
      expect([problemsOf(args).length, isTaken(args)], JSON.stringify(change)).to.deep.equal([1, true]);
    }
  });
});
