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
      "A sales quote with its lines, created by one deep insert, at most once: if the response is lost, the provider looks up the quote by its `externalDocumentNumber` before it sends anything again. The service sets the id.",
      "A change replaces the quote, and the old one is deleted first. Only `discountAmount` changes in place. A quote whose customer or lines another client has changed is not deleted: `pulumi refresh` shows the current quote; after that, `pulumi up` replaces it and `pulumi destroy` deletes it.",
    ],
    source: 'document "Business Records Update Interface and Request Limits", v2.0',
    id: "Id of the quote, set by the service.",
    example: "business-records",
  },
};

export const definitions = [salesQuote];
