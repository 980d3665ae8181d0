import { defineEntityType } from "./entityType.js";
import { decimal, flag, guid, lastModified, option, readOnly, text } from "./field.js";
import { currency, paymentTerm, relate, relateByCode, withDimensions } from "./tables.js";

const named = { number: text(20), displayName: text(100) };

const address = {
  addressLine1: text(100),
  addressLine2: text(50),
  city: text(30),
  state: text(30),
  country: { ...text(10), clears: ["city", "postalCode", "state"] },
  postalCode: text(20),
  phoneNumber: text(30),
};

export const customers = defineEntityType({
  caption: "Customer",
  series: "C00001",
  fields: {
    ...named,
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
    relate("shipmentMethod", "shipmentMethods"),
    relate("paymentMethod", "paymentMethods"),
  ],
  children: withDimensions,
});

/** Records of which the documents describe only the default dimensions. */
const parent = (caption: string, series: string) =>
  defineEntityType({
    ...{ caption, series, fields: { ...named, ...address, lastModifiedDateTime: lastModified } },
    children: withDimensions,
  });

export const vendors = parent("Vendor", "V00001");
export const employees = parent("Employee", "E00001");

export const items = defineEntityType({
  caption: "Item",
  series: "I00001",
  fields: {
    ...named,
    displayName2: text(50),
    type: option("Inventory", "Service", "Non-Inventory"),
    itemCategoryId: guid,
    itemCategoryCode: text(20),
    blocked: flag,
    gtin: text(14),
    inventory: readOnly(decimal),
    unitPrice: decimal,
    priceIncludesTax: flag,
    unitCost: decimal,
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
  children: withDimensions,
});

export const projects = defineEntityType({
  caption: "Project",
  series: "P00001",
  fields: named,
  children: withDimensions,
});
