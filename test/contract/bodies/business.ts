import type { JsonObject } from "../../../provider/schema/json.js";
import { COMPANY, TOKEN } from "../replay.js";

/** A request to the business service and its answer, in our own words. */
export interface BusinessCase {
  method: "GET" | "PATCH" | "POST" | "DELETE";
  path: string;
  /** Headers by lower-case names. */
  headers: Record<string, string>;
  body: JsonObject | undefined;
  answer: { status: number; headers: Record<string, string>; body: unknown };
}

/** Id of a record that a case does not name. */
export const RECORD = "a1b2c3d4-0001-4000-8000-0000000000c1";
export const TAG = 'W/"JzQ0O3RhZyBvZiB0aGUgY2FzZTsn"';

const ITEM = "a1b2c3d4-0002-4000-8000-0000000000e1";
const DIMENSION = "a1b2c3d4-0003-4000-8000-0000000000d1";
const VALUE = "a1b2c3d4-0004-4000-8000-0000000000f1";
const NO_ID = "00000000-0000-0000-0000-000000000000";
const root = (version: string): string => `/api/${version}/companies(${COMPANY})`;
const context = (of: string): string => `https://business.example/api/v2.0/$metadata#${of}`;

function exchange(
  [method, path]: [BusinessCase["method"], string],
  { tag, ...body }: JsonObject & { tag?: true },
  [status, answer]: [number, unknown?],
): BusinessCase {
  const headers = { authorization: `Bearer ${TOKEN}`, ...(tag && { "if-match": TAG }) };
  const sent = Object.keys(body).length === 0 ? undefined : body;
  return { method, path, headers, body: sent, answer: { status, headers: {}, body: answer } };
}

const customer = {
  ...{ id: RECORD, number: "C-7", displayName: "Mill & Sons", type: "Company" },
  ...{ addressLine1: "3 Weir Lane", addressLine2: "", city: "Ashford", state: "", country: "GB" },
  ...{ postalCode: "TN23 1AA", phoneNumber: "+44 20 5550 0100", email: "mill@customer.example", website: "" },
  ...{ taxLiable: true, taxAreaId: NO_ID, currencyId: NO_ID, currencyCode: "EUR", blocked: " ", balance: 0 },
  lastModifiedDateTime: "2026-02-03T04:05:06.007Z",
};
const item = {
  ...{ id: ITEM, number: "I-7", displayName: "Oak Desk", displayName2: "", type: "Inventory" },
  ...{
    itemCategoryId: NO_ID,
    itemCategoryCode: "",
    blocked: false,
    gtin: "",
    inventory: 4,
    unitPrice: 199.5,
  },
  ...{ priceIncludesTax: false, unitCost: 80, baseUnitOfMeasureCode: "PCS" },
  lastModifiedDateTime: "2026-02-03T04:05:06.007Z",
};
const project = { id: RECORD, number: "P, 7", displayName: "Fitting out the mill" };
const dimension = (parentId: string) => ({
  ...{ parentId, dimensionId: DIMENSION, dimensionCode: "TEAM", dimensionValueId: VALUE },
  ...{ dimensionValueCode: "NORTH", postingValidation: "Same Code" },
});
const change = { dimensionValueId: VALUE, postingValidation: "Same Code" };
const dimensionsOf = (parent: string, version = "v1.0") =>
  `${root(version)}/${parent}(${RECORD})/defaultDimensions`;
const oneOf = (parent: string, version = "v1.0") =>
  `${dimensionsOf(parent, version)}(${RECORD},${DIMENSION})`;
const envelope = (...value: JsonObject[]) => ({ "@odata.context": context("defaultDimensions"), value });

export const businessCases: Record<string, BusinessCase> = {
  "companies are listed": exchange(["GET", "/api/v2.0/companies"], {}, [
    200,
    {
      "@odata.context": context("companies"),
      value: [{ id: COMPANY, name: "Mill", displayName: "Mill Ltd.", systemVersion: "25.1", timestamp: 9 }],
    },
  ]),
  "a customer is updated": exchange(
    ["PATCH", `${root("v2.0")}/customers(${RECORD})`],
    { tag: true, displayName: "Mill & Sons", phoneNumber: "+44 20 5550 0100" },
    [200, customer],
  ),
  "a customer of the older version holds an address of its own": exchange(
    ["PATCH", `${root("v1.0")}/customers(${RECORD})`],
    { tag: true, displayName: "Mill & Sons" },
    [200, { id: RECORD, number: "C-7", displayName: "Mill & Sons", address: { city: "Ashford" } }],
  ),
  "a customer is read with its context, its tag, and fields that the documents do not list": exchange(
    ["GET", `${root("v2.0")}/customers(${RECORD})`],
    {},
    [
      200,
      {
        ...{ "@odata.context": context("customers/$entity"), "@odata.etag": 'W/"JzIwOzEyMzsn"' },
        ...{ ...customer, blocked: "_x0020_", salespersonCode: "AK", creditLimit: 0, taxAreaDisplayName: "" },
      },
    ],
  ),
  "a customer is read without a tag": exchange(["GET", `${root("v2.0")}/customers(${RECORD})`], {}, [
    200,
    customer,
  ]),
  "a customer is created": exchange(["POST", `${root("v2.0")}/customers`], { displayName: "Mill & Sons" }, [
    201,
    customer,
  ]),
  "a customer is deleted": exchange(["DELETE", `${root("v2.0")}/customers(${RECORD})`], { tag: true }, [204]),
  "items are listed by the time of their change": exchange(
    ["GET", `${root("v2.0")}/items?$filter=lastModifiedDateTime gt 2026-01-01T00:00:00Z`],
    {},
    [200, { value: [{ "@odata.etag": 'W/"JzE5OzQ1Njsn"', ...item, generalProductPostingGroupCode: "X" }] }],
  ),
  "an item is read": exchange(["GET", `${root("v2.0")}/items(${ITEM})`], {}, [200, item]),
  "an item is updated": exchange(
    ["PATCH", `${root("v2.0")}/items(${ITEM})`],
    { tag: true, unitPrice: 199.5 },
    [200, item],
  ),
  "an item is created": exchange(
    ["POST", `${root("v2.0")}/items`],
    { number: "I-7", displayName: "Oak Desk" },
    [201, item],
  ),
  "a project is read": exchange(["GET", `${root("v2.0")}/projects(${RECORD})`], {}, [200, project]),
  "a project is updated": exchange(
    ["PATCH", `${root("v2.0")}/projects(${RECORD})`],
    { tag: true, number: "P, 7" },
    [200, project],
  ),
  "a quote is inserted with its lines, and the response has no body": exchange(
    ["POST", `${root("v2.0")}/salesQuotes`],
    { customerId: RECORD, salesQuoteLines: [{ itemId: ITEM, quantity: 3 }] },
    [201],
  ),
  ...Object.fromEntries(
    ["customers", "items", "employees", "vendors"].map((parent) => [
      `a default dimension of ${parent} is updated`,
      exchange(["PATCH", oneOf(parent)], change, [200, envelope(dimension(RECORD))]),
    ]),
  ),
  "the service does not take a value of a default dimension": exchange(
    ["PATCH", oneOf("customers")],
    change,
    [200, envelope({ ...dimension(RECORD), dimensionValueId: ITEM, dimensionValueCode: "SOUTH" })],
  ),
  "a default dimension is created": exchange(
    ["POST", dimensionsOf("customers")],
    { parentId: RECORD, dimensionId: DIMENSION, ...change },
    [201, envelope(dimension(RECORD))],
  ),
  "default dimensions are listed": exchange(["GET", dimensionsOf("customers")], {}, [
    200,
    envelope({ "@odata.etag": 'W/"JzE5Ozc4OTsn"', ...dimension(RECORD) }),
  ]),
  "a default dimension is deleted": exchange(["DELETE", oneOf("customers")], { tag: true }, [204]),
  "a default dimension of the newer version is a record with an id": exchange(
    ["PATCH", oneOf("items", "v2.0")],
    { tag: true, ...change },
    [200, { id: ITEM, ...dimension(RECORD) }],
  ),
  "what is not in a company is sent as it is": exchange(
    ["PATCH", "/api/v1.0/subscriptions('a1')"],
    { tag: true, clientState: "s", resource: "/api/v1.0/companies" },
    [200, { subscriptionId: "a1", clientState: "s" }],
  ),
};

export interface BusinessError {
  name: string;
  status: number;
  code?: string;
  message: string;
  requestId?: string;
}

const REQUEST_ID = "0f0e0d0c-1111-4222-8333-444455556666";

/** Refusals of the business service. One without a code is a page. */
export const businessErrors: BusinessError[] = [
  {
    name: "stale-etag",
    status: 409,
    code: "Request_EntityChanged",
    message: "The record has another version.",
  },
  {
    ...{ name: "missing-if-match", status: 400, code: "BadRequest_InvalidToken", requestId: REQUEST_ID },
    message: "The concurrency token cannot be validated.",
  },
  {
    ...{ name: "not-found", status: 404, code: "BadRequest_ResourceNotFound", requestId: REQUEST_ID },
    message: "There is nothing for the segment 'customers'.",
  },
  {
    ...{ name: "duplicate-key", status: 400, code: "Internal_EntityWithSameKeyExists" },
    message: `The record exists. Fields: Id='{${NO_ID}}'`,
  },
  {
    name: "throttled",
    status: 429,
    code: "Application_TooManyRequests",
    message: "Too many requests (9 of 8).",
  },
  {
    name: "wrong-enum",
    status: 400,
    code: "Unknown",
    requestId: "x",
    message: "'Shop' is not an option: A,B",
  },
  {
    ...{ name: "string-too-long", status: 400, code: "Application_StringExceededLength" },
    message: "The length is 41, at most 30. Value: THE MILL AT THE WEIR BEHIND THE OLD BRIDGE",
  },
  {
    name: "read-only-field",
    status: 400,
    code: "BadRequest_InvalidOperation",
    message: "'Number' is read-only",
  },
  { name: "unauthorized", status: 401, code: "Unauthorized", message: "The credentials are incorrect." },
  { name: "a page", status: 405, message: "<!DOCTYPE html><html><body><h2>405</h2></body></html>" },
];

/** Operations of the largest batch. */
export const LARGEST_BATCH = 100;

/** Each option: how it is sent, and all the texts that mean it. */
export const options: Record<string, { wire: string; texts: string[] }[]> = {
  "customer.type": [
    { wire: "Company", texts: ["Company"] },
    { wire: "Person", texts: ["Person"] },
  ],
  "customer.blocked": [
    { wire: "_x0020_", texts: [" ", "_x0020_"] },
    ...["Ship", "Invoice", "All"].map((word) => ({ wire: word, texts: [word] })),
  ],
  "item.type": [
    { wire: "Inventory", texts: ["Inventory"] },
    { wire: "Service", texts: ["Service"] },
    { wire: "Non_x002D_Inventory", texts: ["Non-Inventory", "Non_x002D_Inventory"] },
  ],
  postingValidation: [
    { wire: "_x0020_", texts: [" ", "_x0020_"] },
    ...["Code Mandatory", "Same Code", "No Code"].map((text) => {
      const wire = text.replace(" ", "_x0020_");
      return { wire, texts: [text, wire, text.replace(" ", "_")] };
    }),
  ],
};
