import type { Lifecycle } from "../../../provider/contract/lifecycle.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { defaultDimensionLifecycle } from "../../../provider/services/defaultDimensions/lifecycle.js";
import {
  customerLifecycle,
  itemLifecycle,
  projectLifecycle,
} from "../../../provider/services/records/lifecycle.js";
import { salesQuoteLifecycle } from "../../../provider/services/salesQuotes/lifecycle.js";
import { FIELD, PHONE, SECRET_GUID, TRIGGER } from "./canaries.js";
import { dimensionService, quoteService, recordService } from "./goodServices.js";
import type { KindFacts } from "./resourceKind.js";

const COMPANY = "9ee48135-93e1-ef11-9344-6045bde9ca09";
const RECORD = "37fe3458-93e1-ef11-9344-6045bde9ca09";
const PARENT = "b3fbe87a-61b8-4a6c-85de-0555f1627a67";
const DIMENSION = "d5fc81ea-8687-4e9d-9c49-7fde28ccdb1a";
const VALUE = "5b1cbd33-24a4-4d5c-8a53-6c1a0d5f5b2e";
const QUOTE = "6a2f5f0c-8c47-4fd0-a3f1-0b8f3a5f7c11";

interface RecordFacts {
  name: string;
  collection: string;
  idName: string;
  lifecycle: Lifecycle;
  /** The program's declaration, and the record's values before that. */
  fields: JsonObject;
  before: JsonObject;
  changed: JsonObject;
  inPlace: string[];
  canaries: string[];
}

function record({ name, collection, idName, lifecycle, ...facts }: RecordFacts): KindFacts {
  const args = { companyId: COMPANY, [idName]: RECORD, ...facts.fields };
  const { additionalFields = {}, ...own } = facts.fields;
  const after = { ...facts.before, ...own, ...(additionalFields as JsonObject) };
  return {
    name,
    lifecycle,
    args: { ...args, onDestroy: "restore" },
    changed: { ...args, ...facts.changed, onDestroy: "restore" },
    inPlace: facts.inPlace,
    canaries: facts.canaries,
    id: RECORD,
    service: (_origin, exists) =>
      recordService(collection, { id: RECORD, number: "0007", ...(exists ? after : facts.before) }),
  };
}

export const Customer = record({
  name: "Customer",
  collection: "customers",
  idName: "customerId",
  lifecycle: customerLifecycle,
  fields: {
    displayName: "Shop",
    addressLine1: FIELD,
    phoneNumber: PHONE,
    additionalFields: { memo: TRIGGER },
  },
  before: {
    displayName: "Old",
    addressLine1: "1 Elm St",
    phoneNumber: "",
    memo: "",
    city: "Miami",
    email: "",
  },
  changed: { displayName: "Shop and more" },
  inPlace: ["addressLine1", "phoneNumber", "additionalFields.memo"],
  canaries: [FIELD, PHONE, TRIGGER],
});

export const Item = record({
  name: "Item",
  collection: "items",
  idName: "itemId",
  lifecycle: itemLifecycle,
  fields: { displayName: "Desk", gtin: PHONE, unitPrice: 10, additionalFields: { memo: FIELD } },
  before: { displayName: "Old", gtin: "", unitPrice: 9, memo: "", unitCost: 5, inventory: 3, blocked: false },
  changed: { displayName: "Desk XL", unitPrice: 12 },
  inPlace: ["gtin", "additionalFields.memo"],
  canaries: [PHONE, FIELD],
});

export const Project = record({
  name: "Project",
  collection: "projects",
  idName: "projectId",
  lifecycle: projectLifecycle,
  fields: { displayName: FIELD, additionalFields: { memo: PHONE, plain: "x" } },
  before: { displayName: "Old", memo: "", plain: "" },
  changed: { additionalFields: { memo: PHONE, plain: "y" } },
  inPlace: ["displayName", "additionalFields.memo"],
  canaries: [FIELD, PHONE],
});

const dimension = {
  companyId: COMPANY,
  parentType: "items",
  parentId: PARENT,
  dimensionId: DIMENSION,
  dimensionValueId: SECRET_GUID,
  postingValidation: "Code Mandatory",
  onDestroy: "restore",
};

export const DefaultDimension: KindFacts = {
  name: "DefaultDimension",
  lifecycle: defaultDimensionLifecycle,
  args: dimension,
  changed: { ...dimension, postingValidation: "Same Code" },
  inPlace: ["dimensionValueId"],
  canaries: [SECRET_GUID],
  id: `items/${PARENT}/${DIMENSION}`,
  service: (_origin, exists) =>
    dimensionService(
      { id: PARENT, number: "1000" },
      {
        parentId: PARENT,
        dimensionId: DIMENSION,
        dimensionCode: "AREA",
        dimensionValueId: exists ? SECRET_GUID : VALUE,
        dimensionValueCode: "30",
        postingValidation: exists ? "Code_x0020_Mandatory" : "_x0020_",
      },
    ),
};

const quote = {
  companyId: COMPANY,
  customerId: RECORD,
  salesQuoteLines: [{ itemId: PARENT, quantity: 2 }],
  externalDocumentNumber: "web-shop-7",
  additionalFields: { shipToName: FIELD },
};

export const SalesQuote: KindFacts = {
  name: "SalesQuote",
  lifecycle: salesQuoteLifecycle,
  args: quote,
  changed: quote,
  inPlace: ["additionalFields.shipToName"],
  canaries: [FIELD],
  id: QUOTE,
  service(_origin, exists) {
    const { companyId: _, additionalFields, ...fields } = quote;
    const there = { "@odata.etag": 'W/"1"', id: QUOTE, number: "S-QUO1000", ...fields, ...additionalFields };
    return quoteService(QUOTE, exists ? [there] : []);
  },
};
