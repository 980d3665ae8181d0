import { expect } from "chai";
import { describe, it } from "mocha";
import { type JsonObject, UNKNOWN } from "../../../provider/schema/json.js";
import type { ResourceSchema } from "../../../provider/schema/keywords.js";
import { defaultDimensionSchema } from "../../../provider/services/defaultDimensions/schema.js";
import { customerSchema } from "../../../provider/services/records/schema.js";
import { salesQuoteSchema } from "../../../provider/services/salesQuotes/schema.js";
import { customer, dimension, hooks, line, quote } from "../support/businessHooks.js";
import { OTHER, PARENT, RECORD } from "../support/businessService.js";

/** `diff` of business records. */

type Row = [schema: ResourceSchema, fact: string, before: JsonObject, after: JsonObject];

const state = (declared: JsonObject, more: JsonObject = {}) => ({
  ...declared,
  ...more,
  __declared: Object.keys(declared),
});

const unchanged: Row[] = [
  [
    customerSchema,
    "only what comes from the service, or was not declared, is otherwise",
    state({ ...customer, city: "Miami" }, { etag: "1", lastModifiedDateTime: "d", displayName: "x" }),
    { ...customer, city: "Miami" },
  ],
  [
    customerSchema,
    "a null declares nothing",
    state(customer, { city: "Miami" }),
    { ...customer, city: null },
  ],
  [salesQuoteSchema, "the number of a quote", { ...quote, number: "S-QUO1", etag: "1" }, quote],
];

const inPlace: Row[] = [
  [customerSchema, "a field", { ...customer, city: "Miami" }, { ...customer, city: "Naples" }],
  [customerSchema, "a field that is dropped", state({ ...customer, city: "Miami" }), customer],
  [
    customerSchema,
    "a field that is declared now",
    state(customer, { city: "Miami" }),
    { ...customer, city: "Miami" },
  ],
  [
    customerSchema,
    "`onDestroy` alone",
    { ...customer, onDestroy: "retain" },
    { ...customer, onDestroy: "restore" },
  ],
  [customerSchema, "`onDestroy` that is added", customer, { ...customer, onDestroy: "restore" }],
  [
    customerSchema,
    "an additional field",
    { ...customer, additionalFields: { a: 1 } },
    { ...customer, additionalFields: { a: 2 } },
  ],
  [
    customerSchema,
    "an additional field that is dropped",
    { ...customer, additionalFields: { a: 1, b: 1 } },
    { ...customer, additionalFields: { a: 1 } },
  ],
  [
    customerSchema,
    "digits without their zeros",
    { ...customer, number: "007" },
    { ...customer, number: "7" },
  ],
  [customerSchema, "a text for a blank one", { ...customer, city: "" }, { ...customer, city: " " }],
  [
    defaultDimensionSchema,
    "an option",
    { ...dimension, postingValidation: " " },
    { ...dimension, postingValidation: "No Code" },
  ],
];

const replaced: [...Row, replaces: string[], deleteFirst: boolean][] = [
  [customerSchema, "another customer", customer, { ...customer, customerId: OTHER }, ["customerId"], false],
  [customerSchema, "another company", customer, { ...customer, companyId: OTHER }, ["companyId"], false],
  [
    customerSchema,
    "a customer not known yet",
    customer,
    { ...customer, customerId: UNKNOWN },
    ["customerId"],
    false,
  ],
  ...(["parentType", "parentId", "dimensionId"] as const).map((name): [...Row, string[], boolean] => {
    const other = name === "parentType" ? "vendors" : OTHER;
    return [
      defaultDimensionSchema,
      `another ${name}`,
      dimension,
      { ...dimension, [name]: other },
      [name],
      false,
    ];
  }),
  [
    salesQuoteSchema,
    "another quantity",
    quote,
    { ...quote, salesQuoteLines: [line(OTHER, 1), line(PARENT, 3)] },
    ["salesQuoteLines"],
    true,
  ],
  [
    salesQuoteSchema,
    "a line more",
    quote,
    { ...quote, salesQuoteLines: [...quote.salesQuoteLines, line(RECORD, 1)] },
    ["salesQuoteLines"],
    true,
  ],
  [salesQuoteSchema, "another customer", quote, { ...quote, customerId: OTHER }, ["customerId"], true],
  [
    salesQuoteSchema,
    "another marker",
    { ...quote, externalDocumentNumber: "a" },
    { ...quote, externalDocumentNumber: "b" },
    ["externalDocumentNumber"],
    true,
  ],
  [
    salesQuoteSchema,
    "an additional field",
    { ...quote, additionalFields: { a: 1 } },
    { ...quote, additionalFields: { a: 2 } },
    ["additionalFields"],
    true,
  ],
  [salesQuoteSchema, "another company", quote, { ...quote, companyId: OTHER }, ["companyId"], false],
];

describe("differences of business records", () => {
  const diff = async (schema: ResourceSchema, before: JsonObject, after: JsonObject) =>
    (await hooks(schema)).hooks.diff("id", before, after);

  for (const [schema, fact, before, after] of unchanged) {
    it(`${schema.title}: none where ${fact}`, async () => {
      expect(await diff(schema, before, after)).to.deep.equal({ changes: false });
    });
  }

  for (const [schema, fact, before, after] of inPlace) {
    it(`${schema.title}: ${fact} changes in place, and the engine prints the lines`, async () => {
      const { changes, replaces } = await diff(schema, before, after);
      expect([changes, replaces]).to.deep.equal([undefined, []]);
    });
  }

  for (const [schema, fact, before, after, replaces, deleteBeforeReplace] of replaced) {
    it(`${schema.title}: ${fact} replaces it, the ${deleteBeforeReplace ? "old one deleted" : "new one created"} first`, async () => {
      expect(await diff(schema, before, after)).to.deep.equal({ replaces, deleteBeforeReplace });
    });
  }
});
