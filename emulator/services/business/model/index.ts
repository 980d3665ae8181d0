import type { Collection, EntityType } from "./entityType.js";
import { customers, employees, items, projects, vendors } from "./masterData.js";
import { salesInvoices, salesOrders, salesQuoteLines, salesQuotes } from "./salesQuotes.js";
import * as tables from "./tables.js";

export const entityTypes: Readonly<Record<Collection, EntityType>> = {
  ...tables,
  customers,
  items,
  projects,
  employees,
  vendors,
  salesQuotes,
  salesQuoteLines,
  salesOrders,
  salesInvoices,
};

export function isCollection(name: string): name is Collection {
  return Object.hasOwn(entityTypes, name);
}
