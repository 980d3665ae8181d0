import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { seedId } from "../../../../emulator/services/business/seed/seedId.js";
import { type Json, type JsonObject, withoutAbsent } from "../../../../provider/schema/json.js";
import { NO_GUID } from "../../../../provider/schema/normalize.js";
import { createValidator } from "../../../../provider/schema/validate.js";
import { toWire } from "../../../../provider/schema/wire.js";
import { salesQuoteSchema as schema } from "../../../../provider/services/salesQuotes/schema.js";
import { randomRuns } from "../../../support/randomRuns.js";
import { at, COMPANY, useBusiness } from "../../emulator/businessSupport.js";

const RUNS = randomRuns(200, 500);

const texts = ["", "a", "x".repeat(10), "x".repeat(11), "x".repeat(36), "x".repeat(101)];
const values: Record<string, Json[]> = {
  lineType: ["Item", "item", "Account", "Resource", "Fixed Asset", "Charge", "Comment", "Title", ""],
  itemId: [seedId("items", 1), NO_GUID, "", "1"],
  accountId: [seedId("items", 2), NO_GUID, ""],
  lineObjectNumber: ["I10001", "", "x".repeat(21)],
  quantity: [0, 1, 0.333333333, "1", true],
  description: texts,
  unitOfMeasureCode: ["BOX", "", "x".repeat(11)],
  unitPrice: [0, 1.5, "1.5"],
  discountPercent: [0, 12.5, 100, 101, -1],
  discountAmount: [0, 1.5],
  taxCode: ["", "x".repeat(20), "x".repeat(21)],
  documentDate: ["2026-01-31", "2026-13-01", 20260131],
  dueDate: ["2026-01-31", "tomorrow"],
  currencyCode: ["", "USD", "x".repeat(11)],
  salesperson: texts,
  phoneNumber: texts,
  email: texts,
  externalDocumentNumber: texts,
};
/** Rules for lines of which the page says that only the provider has them. */
const OF_PROVIDER_ALONE =
  /(: (required (where|without)|cannot be set where) `lineType`|discountPercent: must be at (least 0|most 100)$|lineObjectNumber: must not be empty$)/;

/** Some of the fields; null, which declares nothing, now and then. */
function some(names: string[]): fc.Arbitrary<JsonObject> {
  const entryOf = (name: string) =>
    fc.tuple(fc.constant(name), fc.constantFrom(...(values[name] ?? []), null));
  const entries = fc.array(fc.constantFrom(...names).chain(entryOf), { maxLength: 4 });
  return entries.map(Object.fromEntries);
}
const isOfLines = (name: string) =>
  schema.properties.salesQuoteLines?.items?.properties?.[name] !== undefined;
const least = fc.constantFrom<JsonObject>(
  { itemId: seedId("items", 1), quantity: 1 },
  { lineType: "Comment", description: "text" },
  { lineType: "Account", lineObjectNumber: "I10001", quantity: 1 },
  {},
);
const more = some(Object.keys(values).filter(isOfLines));
const line = fc.tuple(least, more).map((parts): JsonObject => Object.assign({}, ...parts));
const header = some(Object.keys(values).filter((name) => !isOfLines(name)));
const quote = fc
  .tuple(header, fc.array(line, { minLength: 1, maxLength: 2 }))
  .map(([header, salesQuoteLines]) => ({ customerId: seedId("customers", 1), ...header, salesQuoteLines }));

describe("the rules for a sales quote, for any quote", () => {
  const { call } = useBusiness({ seed: "demo" });

  it("let nothing through that the emulator refuses, and refuse more only by rules of the provider alone", async () => {
    const validate = createValidator(schema);
    let taken = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(quote, async (args) => {
        const { problems } = validate({ companyId: COMPANY, ...args });
        const { status, body } = await call("POST", at("salesQuotes"), toWire(schema, withoutAbsent(args)));
        if (problems.length === 0) {
          taken++;
          expect(status, JSON.stringify(body)).to.equal(201);
        } else if (status === 201) {
          refused++;
          for (const { path, message } of problems) expect(`${path}: ${message}`).to.match(OF_PROVIDER_ALONE);
        }
      }),
      { numRuns: RUNS },
    );
    expect(taken / RUNS).to.be.within(0.05, 0.9);
    expect(refused).to.be.above(0);
  });
});
