import { companyId, etag, lookupNumber } from "../../records/recordSchema.js";
import { anyObject, guid, keyedList, number, object, text } from "../../schema/build.js";
import type { ResourceSchema } from "../../schema/keywords.js";

/** Every fact about every field of a sales quote: the deep insert of the document "Business Records Update Interface". */
export const salesQuoteSchema: ResourceSchema = {
  type: "object",
  title: "SalesQuote",
  description:
    "A sales quote with its lines, created by one deep insert. A change of what is sent replaces it.",
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
      "Text by which the quote is found again when the answer to its creation was lost: another one for each quote, 35 characters at most. Default: derived from stack and resource. Empty: none, and a lost answer is an error.",
      { createOnly: true, maxLength: 35, singleLine: true },
    ),
    additionalFields: anyObject(
      "Further fields of the quote, by their names at the service: those that the documents do not list.",
      { wire: "additionalProperties", createOnly: true },
    ),
    number: text("Number that the service gave the quote.", { readOnly: true, stable: true }),
    lastModifiedDateTime: text("When the service says that the quote was last changed.", { readOnly: true }),
    etag,
  },
};
