import { companyId, etag, lookupNumber } from "../../records/recordSchema.js";
import { anyObject, guid, keyedList, number, object, text } from "../../schema/build.js";
import type { ResourceSchema } from "../../schema/keywords.js";

/** Every fact about every field of a sales quote: the deep insert of the document "Business Records Update Interface". */
export const salesQuoteSchema: ResourceSchema = {
  type: "object",
  title: "SalesQuote",
  description:
    "A sales quote with its lines, created by one deep insert. A change of a field that is sent replaces the quote.",
  required: ["companyId", "customerId", "salesQuoteLines"],
  properties: {
    companyId,
    customerId: guid("Id of the customer.", { createOnly: true, minLength: 1, lookedUpBy: "customerNumber" }),
    customerNumber: lookupNumber("customer", "customerId"),
    salesQuoteLines: keyedList(
      ["itemId"],
      "Lines of the quote; at least one. Compared by item.",
      object(
        "SalesQuoteLine",
        "A line of a sales quote.",
        {
          itemId: guid("Id of the item.", { minLength: 1 }),
          quantity: number("Quantity, in the item's base unit of measure."),
        },
        { required: ["itemId", "quantity"] },
      ),
      { createOnly: true, minItems: 1 },
    ),
    externalDocumentNumber: text(
      "Text that identifies the quote if the response to its creation is lost: unique for each quote, 35 characters at most. Default: derived from stack and resource. Empty: none, and a lost response is an error.",
      {
        createOnly: true,
        derived: true,
        maxLength: 35,
        singleLine: true,
        // The service may write it in capitals, and without white space around it: no lookup would find it then.
        caseInsensitive: true,
        pattern: "^(\\S([^]*\\S)?)?$",
        patternMessage: "must not begin or end with white space",
      },
    ),
    additionalFields: anyObject("Undocumented fields of the quote, by their names at the service.", {
      wire: "additionalProperties",
      createOnly: true,
    }),
    number: text("Number of the quote, set by the service.", { readOnly: true, stable: true }),
    lastModifiedDateTime: text("When the quote was last changed, as the service reports it.", {
      readOnly: true,
    }),
    etag,
  },
};
