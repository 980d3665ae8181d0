import type { ResourceDefinition } from "../../contract/definition.js";
import type { SalesQuoteInputs } from "../../generated/lifecycleTypes.js";
import { isAbsent } from "../../schema/json.js";
import { formatObjectKey } from "../../schema/resourceId.js";
import { salesQuoteSchema as schema } from "./schema.js";

export const salesQuote: ResourceDefinition<SalesQuoteInputs> = {
  schema,
  service: "business",
  idFormat: "{id}",
  noun: "quote",
  nameFormat: "customer {customerId}",

  /** A customer may have several quotes. A create finds its own quote by the external document number. */
  manages: (args) =>
    isAbsent(args.externalDocumentNumber) || args.externalDocumentNumber === ""
      ? { key: undefined }
      : { key: formatObjectKey(schema, args, ["companyId", "externalDocumentNumber"]) },

  reference: {
    about: [
      "A sales quote with its lines, created by one deep insert, and at most once: when the answer is lost, the quote is looked up by its `externalDocumentNumber` before anything is sent again. The id is the service's.",
      "Every change replaces the quote, and the old one is deleted first. A quote whose customer or lines another client has changed is not deleted: `pulumi refresh` shows the change, then `pulumi up` or `pulumi destroy` decides.",
    ],
    source: 'document "Business Records Update Interface and Request Limits", v2.0',
    id: "Id that the service gave the quote.",
    example: "business-records",
  },
};

export const definitions = [salesQuote];
