import { defineEntityType, type EntityType } from "./entityType.js";
import { dateTime, type Field, guid, integer, key, lastModified, option, readOnly, text } from "./field.js";

const account = readOnly(text(36));

/** The companies, to which all other records belong. */
export const companies = defineEntityType({
  caption: "Company",
  name: "company",
  identity: ["name"],
  closed: true,
  tagged: false,
  fields: {
    systemVersion: text(40),
    timestamp: integer,
    name: text(30),
    displayName: text(250),
    businessProfileId: text(250),
    systemCreatedAt: readOnly(dateTime),
    systemCreatedBy: account,
    systemModifiedAt: readOnly(dateTime),
    systemModifiedBy: account,
  },
});

/** A small table that other records refer to. Clients can only read it. */
function table(caption: string, name: string, fields: Record<string, Field> = {}) {
  return defineEntityType({
    caption,
    name,
    identity: ["code"],
    closed: true,
    fields: { code: text(20), displayName: text(100), ...fields, lastModifiedDateTime: lastModified },
  });
}

function postingGroup(caption: string, name: string) {
  const fields = { code: text(20), description: text(100) };
  return defineEntityType({ caption, name, identity: ["code"], closed: true, fields });
}

export const currencies = table("Currency", "currency", { symbol: text(10) });
export const paymentTerms = table("Payment Terms", "paymentTerm");
export const shipmentMethods = table("Shipment Method", "shipmentMethod");
export const paymentMethods = table("Payment Method", "paymentMethod");
export const taxAreas = table("Tax Area", "taxArea");
export const taxGroups = table("Tax Group", "taxGroup");
export const itemCategories = table("Item Category", "itemCategory");
export const unitsOfMeasure = table("Unit of Measure", "unitOfMeasure");
export const generalProductPostingGroups = postingGroup(
  "Gen. Product Posting Group",
  "generalProductPostingGroup",
);
export const inventoryPostingGroups = postingGroup("Inventory Posting Group", "inventoryPostingGroup");

export const dimensions: EntityType = {
  ...table("Dimension", "dimension"),
  children: [{ navigation: "dimensionValues", of: "dimensionValues", parentId: "dimensionId" }],
};
export const dimensionValues: EntityType = {
  ...table("Dimension Value", "dimensionValue", { dimensionId: guid }),
  identity: ["dimensionId", "code"],
};

/** A dimension for a record's entries. The record and the dimension cannot change. */
export const defaultDimensions = defineEntityType({
  caption: "Default Dimension",
  name: "defaultDimension",
  identity: ["parentId", "dimensionId"],
  belongsTo: "parentId",
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
    {
      id: "dimensionId",
      to: "dimensions",
      navigation: "dimension",
      repeats: { dimensionCode: "code" },
      required: true,
    },
    {
      id: "dimensionValueId",
      to: "dimensionValues",
      navigation: "dimensionValue",
      repeats: { dimensionValueCode: "code" },
      sharing: "dimensionId",
    },
  ],
});
