import { defineEntityType } from "./entityType.js";
import {
  decimal,
  type Fields,
  flag,
  guid,
  lastModified,
  option,
  readOnly,
  type Scalar,
  type Setup,
  text,
} from "./field.js";
import {
  currency,
  defaultDimensions,
  paymentMethod,
  paymentTerm,
  relateByCode,
  shipmentMethod,
} from "./relations.js";

/** A few postal codes whose city the service knows. */
const CITIES: Readonly<Record<string, string>> = { "LS1 1BA": "Leeds", "N1 9GU": "London", "75001": "Paris" };

const address = {
  addressLine1: text(100),
  addressLine2: text(50),
  city: text(30),
  state: text(30),
  country: { ...text(10), clears: ["city", "postalCode", "state"] },
  postalCode: {
    ...text(20),
    fills: (code: Scalar): Fields => {
      const city = Object.hasOwn(CITIES, String(code)) ? CITIES[String(code)] : undefined;
      return city === undefined ? {} : { city };
    },
  },
  phoneNumber: text(30),
};

export const customers = defineEntityType({
  caption: "Customer",
  name: "customer",
  identity: ["number"],
  series: "C00001",
  fields: {
    number: text(20),
    displayName: text(100),
    type: option("Company", "Person"),
    ...address,
    email: text(80),
    website: text(80),
    salespersonCode: text(20),
    balanceDue: readOnly(decimal),
    creditLimit: decimal,
    taxLiable: flag,
    taxAreaId: guid,
    taxAreaDisplayName: readOnly(text(100)),
    taxRegistrationNumber: text(20),
    currencyId: guid,
    currencyCode: text(10),
    paymentTermsId: guid,
    shipmentMethodId: guid,
    paymentMethodId: guid,
    blocked: option(" ", "Ship", "Invoice", "All"),
    lastModifiedDateTime: lastModified,
  },
  relations: [
    { id: "taxAreaId", to: "taxAreas", repeats: { taxAreaDisplayName: "displayName" } },
    currency,
    paymentTerm,
    shipmentMethod,
    paymentMethod,
  ],
  children: [defaultDimensions],
});

export const vendors = defineEntityType({
  caption: "Vendor",
  name: "vendor",
  identity: ["number"],
  series: "V00001",
  fields: {
    number: text(20),
    displayName: text(100),
    ...address,
    email: text(80),
    website: text(80),
    taxRegistrationNumber: text(20),
    currencyId: guid,
    currencyCode: text(10),
    paymentTermsId: guid,
    paymentMethodId: guid,
    taxLiable: flag,
    blocked: option(" ", "Payment", "All"),
    balance: readOnly(decimal),
    lastModifiedDateTime: lastModified,
  },
  relations: [currency, paymentTerm, paymentMethod],
  children: [defaultDimensions],
});

export const employees = defineEntityType({
  caption: "Employee",
  name: "employee",
  identity: ["number"],
  series: "E00001",
  fields: {
    number: text(20),
    displayName: text(100),
    givenName: text(30),
    surname: text(30),
    jobTitle: text(30),
    ...address,
    email: text(80),
    status: option("Active", "Inactive", "Terminated"),
    lastModifiedDateTime: lastModified,
  },
  children: [defaultDimensions],
});

export const items = defineEntityType({
  caption: "Item",
  name: "item",
  identity: ["number"],
  series: "I00001",
  fields: {
    number: text(20),
    displayName: text(100),
    displayName2: text(50),
    type: option("Inventory", "Service", "Non-Inventory"),
    itemCategoryId: guid,
    itemCategoryCode: text(20),
    blocked: flag,
    gtin: text(14),
    inventory: readOnly(decimal),
    unitPrice: decimal,
    priceIncludesTax: flag,
    unitCost: {
      ...decimal,
      fills: (cost: Scalar, { profitPercent }: Setup): Fields =>
        profitPercent === undefined ? {} : { unitPrice: (Number(cost) * (100 + profitPercent)) / 100 },
    },
    taxGroupId: guid,
    taxGroupCode: text(20),
    baseUnitOfMeasureId: guid,
    baseUnitOfMeasureCode: text(10),
    generalProductPostingGroupId: guid,
    generalProductPostingGroupCode: text(20),
    inventoryPostingGroupId: guid,
    inventoryPostingGroupCode: text(20),
    lastModifiedDateTime: lastModified,
  },
  relations: [
    relateByCode("itemCategory", "itemCategories"),
    relateByCode("taxGroup", "taxGroups"),
    relateByCode("baseUnitOfMeasure", "unitsOfMeasure", "unitOfMeasure"),
    relateByCode("generalProductPostingGroup", "generalProductPostingGroups"),
    relateByCode("inventoryPostingGroup", "inventoryPostingGroups"),
  ],
  children: [defaultDimensions],
});

export const projects = defineEntityType({
  caption: "Project",
  name: "project",
  identity: ["number"],
  series: "P00001",
  fields: { number: text(20), displayName: text(100) },
  children: [defaultDimensions],
});
