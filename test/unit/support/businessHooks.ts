import type { ResourceSchema } from "../../../provider/schema/keywords.js";
import { businessConfiguration, COMPANY, DIMENSION, OTHER, PARENT, RECORD } from "./businessService.js";
import { hooksOf } from "./hooks.js";

export const hooks = (schema: ResourceSchema, values = businessConfiguration) =>
  hooksOf({ schema, service: "business" }, values);

export const customer = { companyId: COMPANY, customerId: RECORD };
export const dimension = {
  companyId: COMPANY,
  parentType: "items",
  parentId: PARENT,
  dimensionId: DIMENSION,
};
export const line = (itemId: string, quantity: number) => ({ itemId, quantity });
export const quote = {
  companyId: COMPANY,
  customerId: RECORD,
  salesQuoteLines: [line(OTHER, 1), line(PARENT, 2)],
};
