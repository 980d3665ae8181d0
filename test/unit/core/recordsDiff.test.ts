import { expect } from "chai";
import { describe, it } from "mocha";
import { type JsonObject, UNKNOWN } from "../../../provider/schema/json.js";
import type { ResourceSchema } from "../../../provider/schema/keywords.js";
import { defaultDimensionSchema } from "../../../provider/services/defaultDimensions/schema.js";
import { customerSchema } from "../../../provider/services/records/schema.js";
import { salesQuoteSchema } from "../../../provider/services/salesQuotes/schema.js";
import { customer, dimension, hooks, line, quote } from "../support/businessHooks.js";
import { OTHER, PARENT, RECORD } from "../support/businessService.js";

const kinds: Record<string, { schema: ResourceSchema; least: JsonObject }> = {
  Customer: { schema: customerSchema, least: customer },
  DefaultDimension: { schema: defaultDimensionSchema, least: dimension },
  SalesQuote: { schema: salesQuoteSchema, least: quote },
};

/** Declared fields beside those that each resource needs, and what the service has in others. */
type Row = [kind: string, before: JsonObject, after: JsonObject, undeclared?: JsonObject];

const unchanged: Row[] = [
  ["Customer", { city: "M" }, { city: "M" }, { etag: "1", lastModifiedDateTime: "d", displayName: "x" }],
  ["Customer", {}, { city: null }, { city: "Miami" }],
  ["SalesQuote", {}, {}, { number: "S-QUO1", etag: "1" }],
];

const inPlace: Row[] = [
  ["Customer", { city: "Miami" }, { city: "Naples" }],
  ["Customer", { city: "Miami" }, {}],
  ["Customer", {}, { city: "Miami" }, { city: "Miami" }],
  ["Customer", {}, { onDestroy: "restore" }],
  ["Customer", { additionalFields: { a: 1, b: 1 } }, { additionalFields: { a: 1 } }],
  ["DefaultDimension", { postingValidation: " " }, { postingValidation: "No Code" }],
];

const replaced: [kind: string, before: JsonObject, after: JsonObject, isDeletedFirst: boolean][] = [
  ["Customer", {}, { customerId: OTHER }, false],
  ["Customer", {}, { companyId: OTHER }, false],
  ["Customer", {}, { customerId: UNKNOWN }, false],
  ["DefaultDimension", {}, { parentType: "vendors" }, false],
  ["DefaultDimension", {}, { parentId: OTHER }, false],
  ["DefaultDimension", {}, { dimensionId: OTHER }, false],
  ["SalesQuote", {}, { salesQuoteLines: [line(OTHER, 1), line(PARENT, 3)] }, true],
  ["SalesQuote", {}, { salesQuoteLines: [...quote.salesQuoteLines, line(RECORD, 1)] }, true],
  ["SalesQuote", {}, { customerId: OTHER }, true],
  ["SalesQuote", { externalDocumentNumber: "a" }, { externalDocumentNumber: "b" }, true],
  ["SalesQuote", { additionalFields: { a: 1 } }, { additionalFields: { a: 2 } }, true],
  ["SalesQuote", {}, { companyId: OTHER }, false],
];

describe("differences of business records", () => {
  const diff = async (...[kind, before, after, undeclared = {}]: Row) => {
    const { schema, least } = kinds[kind] as (typeof kinds)[string];
    const declared = { ...least, ...before };
    const state = { ...declared, ...undeclared, __declared: Object.keys(declared) };
    return (await hooks(schema)).hooks.diff("id", state, { ...least, ...after });
  };
  const title = ([kind, ...values]: readonly unknown[]) => `${kind} ${JSON.stringify(values)}`;

  for (const row of unchanged)
    it(`none: ${title(row)}`, async () => expect(await diff(...row)).to.deep.equal({ changes: false }));

  for (const row of inPlace) {
    it(`in place, and the engine prints the lines: ${title(row)}`, async () => {
      const { changes, replaces } = await diff(...row);
      expect([changes, replaces]).to.deep.equal([undefined, []]);
    });
  }

  for (const [kind, before, after, deleteBeforeReplace] of replaced) {
    it(`a replacement: ${title([kind, before, after])}`, async () => {
      const replaces = Object.keys(after);
      expect(await diff(kind, before, after)).to.deep.equal({ replaces, deleteBeforeReplace });
    });
  }
});
