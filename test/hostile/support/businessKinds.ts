import type { Lifecycle } from "../../../provider/contract/lifecycle.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { defaultDimensionLifecycle } from "../../../provider/services/defaultDimensions/lifecycle.js";
import {
  customerLifecycle,
  itemLifecycle,
  projectLifecycle,
} from "../../../provider/services/records/lifecycle.js";
import { salesQuoteLifecycle } from "../../../provider/services/salesQuotes/lifecycle.js";
import { CODE, FIELD, GTIN, PHONE, SECRET_GUID } from "./canaries.js";
import type { KindFacts } from "./resourceKind.js";
import { COMPANY, services } from "./services.js";

const { business } = services;
const RECORD = "37fe3458-93e1-ef11-9344-6045bde9ca09";
const PARENT = "b3fbe87a-61b8-4a6c-85de-0555f1627a67";
const DIMENSION = "d5fc81ea-8687-4e9d-9c49-7fde28ccdb1a";
const VALUE = "5b1cbd33-24a4-4d5c-8a53-6c1a0d5f5b2e";
const QUOTE = "6a2f5f0c-8c47-4fd0-a3f1-0b8f3a5f7c11";

interface RecordFacts {
  name: string;
  collection: "customers" | "items" | "projects";
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
    put: (exists) =>
      void business.put(collection, { id: RECORD, number: "0007", ...(exists ? after : facts.before) }),
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
    additionalFields: { salespersonCode: CODE },
  },
  before: {
    displayName: "Old",
    addressLine1: "1 Elm St",
    phoneNumber: "",
    salespersonCode: "",
    city: "Miami",
    email: "",
  },
  changed: { displayName: "Shop and more" },
  inPlace: ["addressLine1", "phoneNumber", "additionalFields.salespersonCode"],
  canaries: [FIELD, PHONE, CODE],
});

export const Item = record({
  name: "Item",
  collection: "items",
  idName: "itemId",
  lifecycle: itemLifecycle,
  fields: { displayName: "Desk", gtin: GTIN, unitPrice: 10, additionalFields: { displayName2: FIELD } },
  before: { displayName: "Old", gtin: "", unitPrice: 9, displayName2: "", unitCost: 5, inventory: 3 },
  changed: { displayName: "Desk XL", unitPrice: 12 },
  inPlace: ["gtin", "additionalFields.displayName2"],
  canaries: [GTIN, FIELD],
});

export const Project = record({
  name: "Project",
  collection: "projects",
  idName: "projectId",
  lifecycle: projectLifecycle,
  fields: { displayName: FIELD },
  before: { displayName: "Old" },
  changed: { displayName: `${FIELD} and more` },
  inPlace: ["displayName"],
  canaries: [FIELD],
});

business.put("dimensions", { id: DIMENSION, code: "SHELF" });
for (const [code, id] of [
  ["30", VALUE],
  ["40", SECRET_GUID],
] as const)
  business.put("dimensionValues", { id, code, dimensionId: DIMENSION });

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
  put(exists) {
    business.put("items", { id: PARENT, number: "1000" });
    business.remove("defaultDimensions", `${PARENT},${DIMENSION}`);
    business.put("defaultDimensions", {
      ...{ parentId: PARENT, dimensionId: DIMENSION, dimensionValueId: exists ? SECRET_GUID : VALUE },
      postingValidation: exists ? "Code Mandatory" : " ",
    });
  },
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
  put(exists) {
    business.put("customers", { id: RECORD, number: "0007" });
    business.put("items", { id: PARENT, number: "1000" });
    for (const { id } of business.list("salesQuotes")) business.remove("salesQuotes", id);
    if (!exists) return;
    const { companyId: _, additionalFields, salesQuoteLines, ...fields } = quote;
    business.put("salesQuotes", { id: QUOTE, ...fields, ...additionalFields });
    for (const line of salesQuoteLines)
      business.put("salesQuoteLines", { documentId: QUOTE, sequence: 10_000, ...line });
  },
};
