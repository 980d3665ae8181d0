import { expect } from "chai";
import { describe, it } from "mocha";
import { NO_GUID } from "../../../provider/schema/guid.js";
import { type JsonObject, UNKNOWN } from "../../../provider/schema/json.js";
import type { ResourceSchema } from "../../../provider/schema/keywords.js";
import { createValidator } from "../../../provider/schema/validate.js";
import { defaultDimensionSchema } from "../../../provider/services/defaultDimensions/schema.js";
import { customerSchema, itemSchema, projectSchema } from "../../../provider/services/records/schema.js";
import { salesQuoteSchema } from "../../../provider/services/salesQuotes/schema.js";

const ID = "f2a5738a-44e3-ea11-bb43-000d3a2feca1";
const IS = (kind: string) => `where \`lineType\` is ${kind}`;
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

type Row = [resource: string, fact: string, changes: JsonObject];

const valid: Row[] = [
  ...Object.keys(resources).map((resource): Row => [resource, "the least", {}]),
  ["Customer", "ids in any case", { customerId: ID.toUpperCase(), currencyId: ID.toUpperCase() }],
  ["Customer", "ids that are unset", { currencyId: "", taxAreaId: "00000000-0000-0000-0000-000000000000" }],
  [
    "Customer",
    "null for what may be left out",
    { displayName: null, additionalFields: null, onDestroy: null },
  ],
  ["Customer", "a blank option in all its spellings", { blocked: " " }],
  ["Customer", "an empty option", { blocked: "" }],
  ["Customer", "an option as on the wire, in another case", { blocked: "_x0020_", type: "COMPANY" }],
  [
    "Customer",
    "values that are not known yet",
    { displayName: UNKNOWN, currencyId: UNKNOWN, taxLiable: UNKNOWN },
  ],
  ["Customer", "an id that is not known yet", { customerId: UNKNOWN, companyId: UNKNOWN }],
  ["Customer", "additional fields of any kind", { additionalFields: { a: 1, b: null, c: { d: [] } } }],
  [
    "Customer",
    "fields of the public reference",
    { additionalFields: { salespersonCode: "AK", creditLimit: 5 } },
  ],
  ["Item", "an id of the public reference, or none", { additionalFields: { inventoryPostingGroupId: "" } }],
  ["Customer", "additional fields that are not known yet", { additionalFields: UNKNOWN }],
  ["Customer", "`onDestroy` in another case", { onDestroy: "Retain" }],
  ["Item", "numbers of any kind, and flags", { unitPrice: 0, unitCost: 10.25, blocked: true }],
  ["Item", "an option as on the wire", { type: "Non_x002D_Inventory" }],
  ["DefaultDimension", "the kind of parent in another case", { parentType: "Vendors" }],
  ["DefaultDimension", "an option with an underscore", { postingValidation: "same_code" }],
  ["SalesQuote", "a part of a unit", { salesQuoteLines: [line({ quantity: 0.5 })] }],
  ["SalesQuote", "lines that are not known yet", { salesQuoteLines: UNKNOWN }],
  ["SalesQuote", "an item twice", { salesQuoteLines: [line(), line({ itemId: ID.toUpperCase() })] }],
  [
    "SalesQuote",
    "lines of every type",
    {
      salesQuoteLines: [
        line({ lineType: "item", unitPrice: 9.5, discountPercent: 10, unitOfMeasureCode: "PCS" }),
        { lineType: "Item", lineObjectNumber: "1896-S", quantity: 1 },
        line({ lineObjectNumber: "1896-S" }),
        { lineType: "Account", accountId: ID, quantity: 1 },
        { lineType: "Account", lineObjectNumber: "40100", quantity: 1 },
        { lineType: "Resource", lineObjectNumber: "MARY", quantity: 1, shipmentDate: "2026-01-31" },
        { lineType: "Fixed Asset", lineObjectNumber: "FA1", quantity: 1 },
        { lineType: "Charge", lineObjectNumber: "FREIGHT", quantity: 1 },
        { lineType: "Comment", description: "With thanks", itemId: null },
        { lineType: "Comment" },
        { lineType: UNKNOWN },
        { itemId: UNKNOWN, quantity: UNKNOWN },
      ],
    },
  ],
  [
    "SalesQuote",
    "items that are not known yet",
    { salesQuoteLines: [line({ itemId: UNKNOWN }), line({ itemId: UNKNOWN })] },
  ],
  ["SalesQuote", "a marker with a blank", { externalDocumentNumber: "PO 17" }],
  ["SalesQuote", "no marker", { externalDocumentNumber: "" }],
  ["SalesQuote", "a marker of 35 characters", { externalDocumentNumber: "x".repeat(35) }],
];

const invalid: [...Row, problems: string[]][] = [
  [
    "Customer",
    "the record's own id, and a field that is declared beside them as well",
    { sparkle: 1, additionalFields: { id: ID, sparkle: 2 } },
    [
      "additionalFields.id: is set by the service and cannot be changed",
      "additionalFields.sparkle: declared twice",
    ],
  ],
  ...Object.entries(resources).map(([resource, { least }]): [...Row, string[]] => [
    resource,
    "nothing that it needs",
    Object.fromEntries(Object.keys(least).map((name) => [name, undefined])),
    Object.keys(least).map((name) => `${name}: required`),
  ]),
  ...Object.keys(resources).map((resource): [...Row, string[]] => [
    resource,
    "a company by its name",
    { companyId: "CRONUS AG" },
    ["companyId: must be a GUID; `getCompanies` lists the companies with their ids and names"],
  ]),
  [
    "Customer",
    "an id that is a number",
    { customerId: "10000" },
    ["customerId: must be a GUID; to name the record without it, use customerNumber"],
  ],
  ["Customer", "an empty id", { customerId: "" }, ["customerId: must not be empty"]],
  ["Customer", "a bad reference", { currencyId: "USD" }, ["currencyId: must be a GUID"]],
  ["Customer", "a number for `number`", { number: 1121212 }, ["number: must be a string, got a number"]],
  ["Customer", "a flag for an option", { blocked: false }, ["blocked: must be a string, got a boolean"]],
  ["Customer", "a text for a flag", { taxLiable: "yes" }, ["taxLiable: must be a boolean, got a string"]],
  [
    "Customer",
    "a list for additional fields",
    { additionalFields: [] },
    ["additionalFields: must be an object, got an array"],
  ],
  ["Customer", "another `onDestroy`", { onDestroy: "delete" }, ["onDestroy: must be one of retain, restore"]],
  [
    "Customer",
    "additional fields that have a place of their own",
    {
      additionalFields: {
        displayName: "a",
        PhoneNumber: "1",
        customerId: ID,
        etag: "t",
        lastModifiedDateTime: "d",
        "@odata.etag": "t",
      },
    },
    [
      "additionalFields.displayName: move it one level up, as `displayName`",
      "additionalFields.PhoneNumber: move it one level up, as `phoneNumber`",
      "additionalFields.customerId: move it one level up, as `customerId`",
      "additionalFields.etag: is set by the service and cannot be changed",
      "additionalFields.lastModifiedDateTime: is set by the service and cannot be changed",
      'additionalFields["@odata.etag"]: is not a field of a record',
    ],
  ],
  [
    "Item",
    "a text for an option that is a flag there",
    { blocked: " " },
    ["blocked: must be a boolean, got a string"],
  ],
  ["Item", "a text for a price", { unitPrice: "10" }, ["unitPrice: must be a number, got a string"]],
  ["Item", "a number for a bar code", { gtin: 4006381333931 }, ["gtin: must be a string, got a number"]],
  [
    "Item",
    "stock among the additional fields",
    { additionalFields: { inventory: 1, displayName2: 2, generalProductPostingGroupId: "RETAIL" } },
    [
      "additionalFields.displayName2: must be a string, got a number",
      "additionalFields.generalProductPostingGroupId: must be a GUID",
      "additionalFields.inventory: is set by the service and cannot be changed",
    ],
  ],
  ["Project", "a number for `number`", { number: 7 }, ["number: must be a string, got a number"]],
  [
    "DefaultDimension",
    "another kind of parent",
    { parentType: "projects" },
    ["parentType: must be one of items, customers, employees, vendors"],
  ],
  [
    "DefaultDimension",
    "bad ids",
    { parentId: "10000", dimensionId: "AREA", dimensionValueId: "SALES" },
    [
      "parentId: must be a GUID; to name the record without it, use parentNumber",
      "dimensionId: must be a GUID; to name the record without it, use dimensionCode",
      "dimensionValueId: must be a GUID; to name the record without it, use dimensionValueCode",
    ],
  ],
  ["SalesQuote", "no lines", { salesQuoteLines: [] }, ["salesQuoteLines: must not be empty"]],
  [
    "SalesQuote",
    "a line without anything",
    { salesQuoteLines: [{}] },
    [
      "salesQuoteLines[#0].itemId: required without `lineType`",
      "salesQuoteLines[#0].quantity: required without `lineType`",
    ],
  ],
  [
    "SalesQuote",
    "a text for a quantity",
    { salesQuoteLines: [line({ quantity: "1" })] },
    ["salesQuoteLines[#0].quantity: must be a number, got a string"],
  ],
  [
    "SalesQuote",
    "a bad item",
    { salesQuoteLines: [line({ itemId: "1000" })] },
    ["salesQuoteLines[#0].itemId: must be a GUID"],
  ],
  ...(
    [
      ["an item line with an account", { lineType: "Item", accountId: ID }, "accountId", IS("Item")],
      ["an item and an account", { accountId: ID }, "accountId", "without `lineType`"],
      ["an account line with an item", { lineType: "account", accountId: ID }, "itemId", IS("Account")],
      ["a charge with an item", { lineType: "Charge", lineObjectNumber: "C1" }, "itemId", IS("Charge")],
    ] as const
  ).map(([fact, changes, path, where]): [...Row, string[]] => [
    "SalesQuote",
    fact,
    { salesQuoteLines: [line(changes)] },
    [`salesQuoteLines[#0].${path}: cannot be set ${where}`],
  ]),
  [
    "SalesQuote",
    "a comment with an item",
    { salesQuoteLines: [line(), line({ lineType: "Comment" })] },
    ["itemId", "quantity"].map((name) => `salesQuoteLines[#1].${name}: cannot be set ${IS("Comment")}`),
  ],
  ...["Resource", "Fixed Asset", "Charge"].map((lineType): [...Row, string[]] => [
    "SalesQuote",
    `a line of type ${lineType} without anything`,
    { salesQuoteLines: [{ lineType: lineType.replace(" ", "") }] },
    ["lineObjectNumber", "quantity"].map((name) => `salesQuoteLines[#0].${name}: required ${IS(lineType)}`),
  ]),
  [
    "SalesQuote",
    "an account line without its account, and an id that is none",
    { salesQuoteLines: [{ lineType: "Account", quantity: 1 }, line({ itemId: NO_GUID })] },
    [
      `salesQuoteLines[#0].accountId: this or \`lineObjectNumber\` is required ${IS("Account")}`,
      "salesQuoteLines[#1].itemId: required without `lineType`",
    ],
  ],
  [
    "SalesQuote",
    "a type that there is none of",
    { salesQuoteLines: [line({ lineType: "Title" })] },
    ["salesQuoteLines[#0].lineType: must be one of Item, Account, Resource, Fixed Asset, Charge, Comment"],
  ],
  [
    "SalesQuote",
    "a discount of more than everything, a date that is none, and a long text",
    {
      dueDate: "2026-02-30",
      salesQuoteLines: [
        line({ discountPercent: 101, shipmentDate: "31.01.2026", description: "x".repeat(101) }),
      ],
    },
    [
      "dueDate: must be a date such as 2026-01-31",
      "salesQuoteLines[#0].discountPercent: must be at most 100",
      "salesQuoteLines[#0].shipmentDate: must be a date such as 2026-01-31",
      "salesQuoteLines[#0].description: must have at most 100 characters",
    ],
  ],
  [
    "SalesQuote",
    "a marker of 36 characters",
    { externalDocumentNumber: "x".repeat(36) },
    ["externalDocumentNumber: must have at most 35 characters"],
  ],
  ...[" PO-17", "PO-17 ", " "].map((externalDocumentNumber): [...Row, string[]] => [
    "SalesQuote",
    `a marker with white space around it: "${externalDocumentNumber}"`,
    { externalDocumentNumber },
    ["externalDocumentNumber: must not begin or end with white space"],
  ]),
  [
    "SalesQuote",
    "lines among the additional fields",
    { additionalFields: { salesQuoteLines: [] } },
    ["additionalFields.salesQuoteLines: move it one level up, as `salesQuoteLines`"],
  ],
  [
    "Customer",
    "a misspelt field",
    { blockd: "All" },
    [
      "blockd: not a documented field; did you mean blocked? If the service has such a field, put it into additionalFields",
    ],
  ],
  ...["companyId", "customerId"].map((name): [...Row, string[]] => [
    "SalesQuote",
    `the zero GUID as ${name}`,
    { [name]: "00000000-0000-0000-0000-000000000000" },
    [`${name}: must not be the zero GUID`],
  ]),
];

const UNLISTED = "not a documented field; sent unchanged";
const FROM_SERVICE = "is set by the service; not sent";
const warned: [...Row, warnings: string[]][] = [
  [
    "Customer",
    "an option that nobody knows",
    { blocked: "Payments" },
    ['blocked: not one of the known values (" ", Ship, Invoice, All); sent unchanged'],
  ],
  [
    "Customer",
    "a misspelled option",
    { blocked: "Shipp" },
    ['blocked: not one of the known values (" ", Ship, Invoice, All); sent unchanged; did you mean Ship?'],
  ],
  [
    "Item",
    "an option that nobody knows",
    { type: "Robot" },
    ["type: not one of the known values (Inventory, Service, Non-Inventory); sent unchanged"],
  ],
  [
    "DefaultDimension",
    "an option that nobody knows",
    { postingValidation: "Any Code" },
    [
      'postingValidation: not one of the known values (" ", Code Mandatory, Same Code, No Code); sent unchanged; did you mean No Code?',
    ],
  ],
  [
    "Customer",
    "a field that the documents do not list",
    { salespersonCode: "HS" },
    [`salespersonCode: ${UNLISTED}`],
  ],
  [
    "Customer",
    "what comes from the service",
    { etag: "t", lastModifiedDateTime: "d", taxAreaDisplayName: "x" },
    [`etag: ${FROM_SERVICE}`, `lastModifiedDateTime: ${FROM_SERVICE}`, `taxAreaDisplayName: ${FROM_SERVICE}`],
  ],
  ...["a\nb", "a\r\n", "a\u2028", "\ufeffa"].map((displayName): [...Row, string[]] => [
    "Customer",
    `${JSON.stringify(displayName)} in a text`,
    { displayName },
    ["displayName: contains a line break or a byte order mark; sent unchanged"],
  ]),
  ["Item", "stock", { inventory: 4 }, [`inventory: ${FROM_SERVICE}`]],
  [
    "SalesQuote",
    "a further field of a line",
    { salesQuoteLines: [line({ priority: 1 })] },
    [`salesQuoteLines[#0].priority: ${UNLISTED}`],
  ],
];

describe("arguments of business records", () => {
  for (const [resource, fact, changes] of valid) {
    it(`${resource}: takes ${fact}`, () => {
      expect(validated(resource, changes)).to.deep.equal({ problems: [], warnings: [] });
    });
  }

  for (const [resource, fact, changes, problems] of invalid) {
    it(`${resource}: refuses ${fact}`, () => {
      expect(validated(resource, changes).problems).to.have.members(problems);
    });
  }

  for (const [resource, fact, changes, warnings] of warned) {
    it(`${resource}: warns of ${fact}`, () => {
      expect(validated(resource, changes)).to.deep.equal({ problems: [], warnings });
    });
  }
});
