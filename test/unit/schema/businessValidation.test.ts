import { expect } from "chai";
import { describe, it } from "mocha";
import { type JsonObject, UNKNOWN } from "../../../provider/schema/json.js";
import type { ResourceSchema } from "../../../provider/schema/keywords.js";
import { NO_GUID } from "../../../provider/schema/normalize.js";
import { createValidator } from "../../../provider/schema/validate.js";
import { defaultDimensionSchema } from "../../../provider/services/defaultDimensions/schema.js";
import { customerSchema, itemSchema, projectSchema } from "../../../provider/services/records/schema.js";
import { salesQuoteSchema } from "../../../provider/services/salesQuotes/schema.js";

const ID = "f2a5738a-44e3-ea11-bb43-000d3a2feca1";
const line = (changes: JsonObject = {}) => ({ itemId: ID, quantity: 1, ...changes });

/** The least that each resource needs, and what validates it. */
const resources: Record<string, { schema: ResourceSchema; least: JsonObject }> = {
  Customer: { schema: customerSchema, least: { companyId: ID, customerId: ID } },
  Item: { schema: itemSchema, least: { companyId: ID, itemId: ID } },
  Project: { schema: projectSchema, least: { companyId: ID, projectId: ID } },
  DefaultDimension: {
    schema: defaultDimensionSchema,
    least: { companyId: ID, parentType: "items", parentId: ID, dimensionId: ID },
  },
  SalesQuote: {
    schema: salesQuoteSchema,
    least: { companyId: ID, customerId: ID, salesQuoteLines: [line()] },
  },
};

function validated(resource: string, changes: JsonObject) {
  const { schema, least } = resources[resource] as (typeof resources)[string];
  const { problems, warnings } = createValidator(schema)({ ...least, ...changes });
  const told = (findings: { path: string; message: string }[]) =>
    findings.map(({ path, message }) => `${path}: ${message}`);
  return { problems: told(problems), warnings: told(warnings) };
}

type Row = [resource: string, changes: JsonObject];

const valid: Row[] = [
  ...Object.keys(resources).map((resource): Row => [resource, {}]),
  ["Customer", { customerId: ID.toUpperCase(), currencyId: ID.toUpperCase() }],
  ["Customer", { currencyId: "", taxAreaId: "00000000-0000-0000-0000-000000000000" }],
  ["Customer", { displayName: null, additionalFields: null, onDestroy: null }],
  ["Customer", { blocked: "_x0020_", type: "COMPANY" }],
  ["Customer", { displayName: UNKNOWN, currencyId: UNKNOWN, taxLiable: UNKNOWN }],
  ["Customer", { customerId: UNKNOWN, companyId: UNKNOWN }],
  ["Customer", { additionalFields: { a: 1, b: null, c: { d: [] } } }],
  ["Item", { additionalFields: { inventoryPostingGroupId: "" } }],
  ["Customer", { additionalFields: UNKNOWN }],
  ["DefaultDimension", { parentType: "Vendors" }],
  ["SalesQuote", { salesQuoteLines: UNKNOWN }],
  ["SalesQuote", { salesQuoteLines: [line(), line({ itemId: ID.toUpperCase() })] }],
  [
    "SalesQuote",
    {
      salesQuoteLines: [
        { lineType: "item", lineObjectNumber: "1896-S", quantity: 1 },
        line({ lineObjectNumber: "1896-S" }),
        { lineType: "Account", accountId: ID, quantity: 1 },
        { lineType: "Account", lineObjectNumber: "40100", quantity: 1 },
        { lineType: "Resource", lineObjectNumber: "MARY", quantity: 1 },
        { lineType: "Comment", description: "With thanks", itemId: null },
        { lineType: UNKNOWN },
        { itemId: UNKNOWN, quantity: UNKNOWN },
      ],
    },
  ],
  ["SalesQuote", { salesQuoteLines: [line({ itemId: UNKNOWN }), line({ itemId: UNKNOWN })] }],
];

const NO_TYPE = "without `lineType`";
const WITH = (kind: string) => `where \`lineType\` is ${kind}`;

/** Lines of a quote that no service takes. */
const refusedLines: [line: JsonObject, ...problems: string[]][] = [
  [{}, `itemId: required ${NO_TYPE}`, `quantity: required ${NO_TYPE}`],
  [line({ itemId: NO_GUID }), `itemId: required ${NO_TYPE}`],
  [line({ lineType: "Item", accountId: ID }), `accountId: cannot be set ${WITH("Item")}`],
  [line({ accountId: ID }), `accountId: cannot be set ${NO_TYPE}`],
  [line({ lineType: "Charge", lineObjectNumber: "C1" }), `itemId: cannot be set ${WITH("Charge")}`],
  [line({ lineType: "account", accountId: ID }), `itemId: cannot be set ${WITH("Account")}`],
  [
    { lineType: "FixedAsset" },
    `lineObjectNumber: required ${WITH("Fixed Asset")}`,
    `quantity: required ${WITH("Fixed Asset")}`,
  ],
  [
    { lineType: "Account", quantity: 1 },
    `accountId: this or \`lineObjectNumber\` is required ${WITH("Account")}`,
  ],
  [
    line({ lineType: "Title" }),
    "lineType: must be one of Item, Account, Resource, Fixed Asset, Charge, Comment",
  ],
  [line({ discountPercent: 101 }), "discountPercent: must be at most 100"],
];

const invalid: [...Row, ...problems: string[]][] = [
  [
    "Customer",
    { sparkle: 1, additionalFields: { id: ID, sparkle: 2 } },
    "additionalFields.id: is set by the service and cannot be changed",
    "additionalFields.sparkle: declared twice",
  ],
  ...Object.entries(resources).flatMap(([resource, { least }]): [...Row, ...string[]][] => [
    [
      resource,
      Object.fromEntries(Object.keys(least).map((name) => [name, undefined])),
      ...Object.keys(least).map((name) => `${name}: required`),
    ],
    [
      resource,
      { companyId: "CRONUS AG" },
      "companyId: must be a GUID; `getCompanies` lists the companies with their ids and names",
    ],
  ]),
  [
    "Customer",
    { customerId: "10000" },
    "customerId: must be a GUID; to name the record without it, use customerNumber",
  ],
  ["Customer", { customerId: "" }, "customerId: must not be empty"],
  ["Customer", { currencyId: "USD" }, "currencyId: must be a GUID"],
  ["Customer", { additionalFields: [] }, "additionalFields: must be an object, got an array"],
  ["Customer", { onDestroy: "delete" }, "onDestroy: must be one of retain, restore"],
  [
    "Customer",
    {
      additionalFields: {
        displayName: "a",
        PhoneNumber: "1",
        customerId: ID,
        etag: "t",
        lastModifiedDateTime: "d",
        "mail@type": "t",
      },
    },
    "additionalFields.displayName: move it one level up, as `displayName`",
    "additionalFields.PhoneNumber: move it one level up, as `phoneNumber`",
    "additionalFields.customerId: move it one level up, as `customerId`",
    "additionalFields.etag: is set by the service and cannot be changed",
    "additionalFields.lastModifiedDateTime: is set by the service and cannot be changed",
    'additionalFields["mail@type"]: is not a field of a record',
  ],
  ["Item", { gtin: 4006381333931 }, "gtin: must be a string, got a number"],
  [
    "Item",
    { additionalFields: { inventory: 1, displayName2: 2, generalProductPostingGroupId: "RETAIL" } },
    "additionalFields.displayName2: must be a string, got a number",
    "additionalFields.generalProductPostingGroupId: must be a GUID",
    "additionalFields.inventory: is set by the service and cannot be changed",
  ],
  [
    "DefaultDimension",
    { parentType: "projects" },
    "parentType: must be one of items, customers, employees, vendors",
  ],
  [
    "DefaultDimension",
    { parentId: "10000", dimensionId: "AREA", dimensionValueId: "SALES" },
    "parentId: must be a GUID; to name the record without it, use parentNumber",
    "dimensionId: must be a GUID; to name the record without it, use dimensionCode",
    "dimensionValueId: must be a GUID; to name the record without it, use dimensionValueCode",
  ],
  ...refusedLines.map(([line, ...problems]): [...Row, ...string[]] => [
    "SalesQuote",
    { salesQuoteLines: [line] },
    ...problems.map((problem) => `salesQuoteLines[#0].${problem}`),
  ]),
  ["SalesQuote", { dueDate: "2026-02-30" }, "dueDate: must be a date such as 2026-01-31"],
  [
    "SalesQuote",
    { externalDocumentNumber: "PO-17 " },
    "externalDocumentNumber: must not begin or end with white space",
  ],
  [
    "SalesQuote",
    { additionalFields: { salesQuoteLines: [] } },
    "additionalFields.salesQuoteLines: move it one level up, as `salesQuoteLines`",
  ],
  [
    "Customer",
    { blockd: "All" },
    "blockd: not a documented field; did you mean blocked? If the service has such a field, put it into additionalFields",
  ],
  ["SalesQuote", { companyId: NO_GUID }, "companyId: must not be the zero GUID"],
];

const UNLISTED = "not a documented field; sent unchanged";
const FROM_SERVICE = "is set by the service; not sent";
const warned: [...Row, ...warnings: string[]][] = [
  [
    "Customer",
    { blocked: "Payments" },
    'blocked: not one of the known values (" ", Ship, Invoice, All); sent unchanged',
  ],
  [
    "DefaultDimension",
    { postingValidation: "Any Code" },
    'postingValidation: not one of the known values (" ", Code Mandatory, Same Code, No Code); sent unchanged; did you mean No Code?',
  ],
  ["Customer", { salespersonCode: "HS" }, `salespersonCode: ${UNLISTED}`],
  [
    "Customer",
    { etag: "t", taxAreaDisplayName: "x" },
    `etag: ${FROM_SERVICE}`,
    `taxAreaDisplayName: ${FROM_SERVICE}`,
  ],
  ...["a\nb", "a\r\n", "a\u2028", "\ufeffa"].map((displayName): [...Row, string] => [
    "Customer",
    { displayName },
    "displayName: contains a line break or a byte order mark; sent unchanged",
  ]),
  [
    "Customer",
    { "picture@odata.mediaReadLink": "l", additionalFields: { "@odata.etag": "t" } },
    `["picture@odata.mediaReadLink"]: ${FROM_SERVICE}`,
    `additionalFields["@odata.etag"]: ${FROM_SERVICE}`,
  ],
  [
    "SalesQuote",
    { "salesQuoteLines@odata.context": "c", salesQuoteLines: [line({ "item@odata.type": "t" })] },
    `salesQuoteLines[#0]["item@odata.type"]: ${FROM_SERVICE}`,
    `["salesQuoteLines@odata.context"]: ${FROM_SERVICE}`,
  ],
  ["SalesQuote", { salesQuoteLines: [line({ priority: 1 })] }, `salesQuoteLines[#0].priority: ${UNLISTED}`],
];

describe("arguments of business records", () => {
  it("Customer: refuses a value that misspells a known one", () => {
    expect(validated("Customer", { blocked: "Shipp" })).to.deep.equal({
      problems: ['blocked: must be one of " ", Ship, Invoice, All; did you mean Ship?'],
      warnings: [],
    });
  });

  for (const [resource, changes] of valid) {
    it(`${resource}: takes ${JSON.stringify(changes).slice(0, 80)}`, () => {
      expect(validated(resource, changes)).to.deep.equal({ problems: [], warnings: [] });
    });
  }

  for (const [resource, changes, ...problems] of invalid) {
    it(`${resource}: refuses ${problems.join("; ")}`, () => {
      expect(validated(resource, changes).problems).to.have.members(problems);
    });
  }

  for (const [resource, changes, ...warnings] of warned) {
    it(`${resource}: warns of ${warnings.join("; ")}`, () => {
      expect(validated(resource, changes)).to.deep.equal({ problems: [], warnings });
    });
  }
});
