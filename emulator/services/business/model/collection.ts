const COLLECTIONS = [
  "companies",
  "customers",
  "items",
  "projects",
  "employees",
  "vendors",
  "defaultDimensions",
  "salesQuotes",
  "salesQuoteLines",
  "currencies",
  "paymentTerms",
  "shipmentMethods",
  "paymentMethods",
  "taxAreas",
  "taxGroups",
  "itemCategories",
  "unitsOfMeasure",
  "generalProductPostingGroups",
  "inventoryPostingGroups",
  "dimensions",
  "dimensionValues",
] as const;

/** Name of a collection, for example "customers". */
export type Collection = (typeof COLLECTIONS)[number];

/** Whether there is a collection of that name. */
export function isCollection(name: string): name is Collection {
  return (COLLECTIONS as readonly string[]).includes(name);
}
