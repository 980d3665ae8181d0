import {
  type Children,
  type Collection,
  defineEntityType,
  type EntityType,
  type Relation,
  type TableName,
} from "./entityType.js";
import { dateTime, type Field, guid, key, lastModified, option, readOnly, text } from "./field.js";

/** The companies, to which all other records belong. */
export const companies = defineEntityType({
  caption: "Company",
  identity: ["name"],
  closed: true,
  tagged: false,
  fields: {
    systemVersion: text(40),
    name: text(30),
    displayName: text(250),
    businessProfileId: text(250),
    systemCreatedAt: readOnly(dateTime),
  },
});

function table(caption: string, more: Partial<EntityType> = {}): EntityType {
  const fields: Record<string, Field> = { code: text(20), displayName: text(100), ...more.fields };
  return defineEntityType({
    ...{ caption, identity: ["code"], closed: true, ...more },
    fields: { ...fields, lastModifiedDateTime: lastModified },
  });
}

export const tables: Record<TableName, EntityType> = {
  currencies: table("Currency"),
  paymentTerms: table("Payment Terms"),
  shipmentMethods: table("Shipment Method"),
  paymentMethods: table("Payment Method"),
  taxAreas: table("Tax Area"),
  taxGroups: table("Tax Group"),
  itemCategories: table("Item Category"),
  unitsOfMeasure: table("Unit of Measure"),
  generalProductPostingGroups: table("Gen. Product Posting Group"),
  inventoryPostingGroups: table("Inventory Posting Group"),
  dimensions: table("Dimension", {
    children: [{ navigation: "dimensionValues", of: "dimensionValues", parentId: "dimensionId" }],
  }),
  dimensionValues: table("Dimension Value", {
    fields: { dimensionId: guid },
    identity: ["dimensionId", "code"],
  }),
};

export const paymentTerm: Relation = { id: "paymentTermsId", to: "paymentTerms", navigation: "paymentTerm" };

export function relate(name: string, to: Collection): Relation {
  return { id: `${name}Id`, to, navigation: name };
}

/** A relation whose other record can also be set by its code. */
export function relateByCode(name: string, to: Collection, navigation = name): Relation {
  const code = `${name}Code`;
  return { ...relate(name, to), navigation, repeats: { [code]: "code" }, foundBy: code };
}

/** The currency. Records without one show the companies' own, which no table contains. */
export const currency: Relation = {
  ...relateByCode("currency", "currencies"),
  whenUnset: { currencyCode: "EUR" },
};

/** A dimension for a record's entries. The record and the dimension cannot change. */
export const defaultDimensions = defineEntityType({
  caption: "Default Dimension",
  identity: ["parentId", "dimensionId"],
  belongsTo: "parentId",
  keys: [["id"], ["parentId", "dimensionId"]],
  fields: {
    parentType: readOnly(option(" ", "Customer", "Item", "Vendor", "Employee")),
    parentId: key(guid),
    dimensionId: key(guid),
    dimensionCode: readOnly(text(20)),
    dimensionValueId: guid,
    dimensionValueCode: readOnly(text(20)),
    postingValidation: option(" ", "Code Mandatory", "Same Code", "No Code"),
  },
  complete: ({ typeOf }) => ({ parentType: typeOf("parentId") }),
  relations: [
    { ...relate("dimension", "dimensions"), repeats: { dimensionCode: "code" }, required: true },
    {
      ...relate("dimensionValue", "dimensionValues"),
      repeats: { dimensionValueCode: "code" },
      sharing: "dimensionId",
    },
  ],
});

export const withDimensions: readonly Children[] = [
  { navigation: "defaultDimensions", of: "defaultDimensions", parentId: "parentId" },
];
