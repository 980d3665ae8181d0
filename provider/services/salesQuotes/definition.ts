import type { ResourceDefinition } from "../../contract/definition.js";
import type { SalesQuoteInputs } from "../../generated/lifecycleTypes.js";
import { isAbsent } from "../../schema/json.js";
import { formatObjectKey } from "../../schema/objectKey.js";
import { salesQuoteSchema as schema } from "./schema.js";

export const salesQuote: ResourceDefinition<SalesQuoteInputs> = {
  schema,
  service: "business",
  idFormat: "{id}",
  noun: "quote",
  nameFormat: "customer {customerId}",

  /** A customer may have several quotes; the external document number is what a create finds its own quote by. */
  manages: (args) =>
    isAbsent(args.externalDocumentNumber) || args.externalDocumentNumber === ""
      ? { key: undefined }
      : { key: formatObjectKey(schema, args, ["companyId", "externalDocumentNumber"]) },

  reference: {
    source: 'document "Business Records Update Interface and Request Limits", v2.0',
    id: "Id that the service gave the quote.",
    example: "business-records",
  },
};

export const definitions = [salesQuote];
