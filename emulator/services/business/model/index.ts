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
