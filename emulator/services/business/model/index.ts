import type { Collection } from "./collection.js";
import { companies } from "./companies.js";
import { customers } from "./customers.js";
import { defaultDimensions } from "./defaultDimensions.js";
import { employees } from "./employees.js";
import type { EntityType } from "./entityType.js";
import { items } from "./items.js";
import { projects } from "./projects.js";
import { salesQuoteLines, salesQuotes } from "./salesQuotes.js";
import * as tables from "./tables.js";
import { vendors } from "./vendors.js";

/** Every kind of record, by the name of its collection. */
export const entityTypes: Readonly<Record<Collection, EntityType>> = {
  companies,
  customers,
  items,
  projects,
  employees,
  vendors,
  defaultDimensions,
  salesQuotes,
  salesQuoteLines,
  ...tables,
};
