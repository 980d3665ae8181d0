import type { JsonObject } from "../../../provider/schema/json.js";

/** Records of the business service as it responds with them, in our own words. */

/** Id of a customer and of a project. */
export const RECORD = "a1b2c3d4-0001-4000-8000-0000000000c1";
export const TAG = 'W/"JzQ0O3RhZyBvZiB0aGUgY2FzZTsn"';

const ITEM = "a1b2c3d4-0002-4000-8000-0000000000e1";
const DIMENSION = "a1b2c3d4-0003-4000-8000-0000000000d1";
const VALUE = "a1b2c3d4-0004-4000-8000-0000000000f1";
const NO_ID = "00000000-0000-0000-0000-000000000000";

const customer = {
  ...{ id: RECORD, number: "C-7", displayName: "Mill & Sons", type: "Company" },
  ...{ addressLine1: "3 Weir Lane", addressLine2: "", city: "Ashford", state: "", country: "GB" },
  ...{ postalCode: "TN23 1AA", phoneNumber: "+44 20 5550 0100", email: "mill@customer.example", website: "" },
  ...{ taxLiable: true, taxAreaId: NO_ID, currencyId: NO_ID, currencyCode: "EUR", blocked: " ", balance: 0 },
  lastModifiedDateTime: "2026-02-03T04:05:06.007Z",
};
const item = {
  ...{ id: ITEM, number: "I-7", displayName: "Oak Desk", displayName2: "", type: "Inventory" },
  ...{ itemCategoryId: NO_ID, itemCategoryCode: "", blocked: false, gtin: "", inventory: 4 },
  ...{ unitPrice: 199.5, priceIncludesTax: false, unitCost: 80, baseUnitOfMeasureCode: "PCS" },
  lastModifiedDateTime: "2026-02-03T04:05:06.007Z",
};
const project = { id: RECORD, number: "P, 7", displayName: "Fitting out the mill" };
const dimension = {
  ...{ parentId: RECORD, dimensionId: DIMENSION, dimensionCode: "TEAM", dimensionValueId: VALUE },
  ...{ dimensionValueCode: "NORTH", postingValidation: "Same Code" },
};

/** A record of a collection, or the default dimension of one. */
interface BusinessCase {
  collection: string;
  record: JsonObject;
  isDimension?: true;
}

/** Fields that are sent, and the record in the response. */
export interface UpdateCase extends BusinessCase {
  declared: JsonObject;
}

const change = { dimensionValueId: VALUE, postingValidation: "Same Code" };

export const updates: Record<string, UpdateCase> = {
  "a customer": {
    collection: "customers",
    declared: { displayName: "Mill & Sons", phoneNumber: "+44 20 5550 0100" },
    record: customer,
  },
  "an item": { collection: "items", declared: { unitPrice: 199.5 }, record: item },
  "a project": { collection: "projects", declared: { number: "P, 7" }, record: project },
  ...Object.fromEntries(
    ["customers", "items", "employees", "vendors"].map((collection) => [
      `a default dimension of ${collection}`,
      { collection, declared: change, record: dimension, isDimension: true },
    ]),
  ),
  "a default dimension of which the service does not take a value": {
    ...{ collection: "customers", declared: change, isDimension: true },
    record: { ...dimension, dimensionValueId: ITEM, dimensionValueCode: "SOUTH" },
  },
};

export const reads: Record<string, BusinessCase> = {
  "a customer with its context, its tag, and fields that the documents do not list": {
    collection: "customers",
    record: {
      "@odata.context": "https://business.example/api/v2.0/$metadata#customers/$entity",
      "@odata.etag": 'W/"JzIwOzEyMzsn"',
      ...{ ...customer, blocked: "_x0020_", salespersonCode: "AK", creditLimit: 0, taxAreaDisplayName: "" },
    },
  },
  "a customer without a tag": { collection: "customers", record: customer },
  "an item with its tag, and a field that the documents do not list": {
    collection: "items",
    record: { "@odata.etag": 'W/"JzE5OzQ1Njsn"', ...item, generalProductPostingGroupCode: "X" },
  },
  "a project": { collection: "projects", record: project },
  "a default dimension with its tag": {
    ...{ collection: "customers", isDimension: true },
    record: { "@odata.etag": 'W/"JzE5Ozc4OTsn"', ...dimension },
  },
};
