import type { Collection, EntityType } from "./entityType.js";
import { customers, employees, items, projects, vendors } from "./masterData.js";
import { salesQuoteLines, salesQuotes } from "./salesQuotes.js";
import { companies, defaultDimensions, tables } from "./tables.js";

const documents = { salesQuotes, salesQuoteLines };

export const entityTypes: Readonly<Record<Collection, EntityType>> = {
  ...{ companies, customers, items, projects, employees, vendors, defaultDimensions, ...documents },
  ...tables,
};

export function isCollection(name: string): name is Collection {
  return Object.hasOwn(entityTypes, name);
}

export type Version = "v1.0" | "v2.0";

const { id: _id, parentType: _type, ...fields } = defaultDimensions.fields;

/** The versions differ only in default dimensions. */
const oldDimensions: EntityType = {
  ...{ ...defaultDimensions, fields, keys: [["parentId", "dimensionId"]] },
  ...{ tagToUpdate: false, wrapped: true },
};

/** Returns a type of record with the fields of a version. */
export function getEntityType(version: Version, collection: Collection): EntityType {
  return collection === "defaultDimensions" && version === "v1.0" ? oldDimensions : entityTypes[collection];
}
