import { companyId, etag, lookupNumber } from "../../records/recordSchema.js";
import { anyObject, choice, date, guid, list, number, object, text } from "../../schema/build.js";
import type { KindRules, ResourceSchema, Schema } from "../../schema/keywords.js";

/**
 * Every fact about every field of a sales quote: the deep insert of the document "Business Records Update Interface", and the
 * fields that the service's public reference lists.
 */

const lineFields: Record<string, Schema> = {
  lineType: choice(
    "Kind of line: `Item`, `Account`, `Resource`, `Fixed Asset`, `Charge` or `Comment`. Default: `Item`. Required without `itemId`.",
    ["Item", "Account", "Resource", "Fixed Asset", "Charge", "Comment"],
    { encodedName: true, ignoreSpaces: true },
  ),
  itemId: guid("Id of the item. A line of kind `Item` needs this or `lineObjectNumber`."),
  accountId: guid("Id of the account. A line of kind `Account` needs this or `lineObjectNumber`."),
  lineObjectNumber: text(
    "Number of what the line is about, such as an item. A string: leading zeros matter.",
    {
      minLength: 1,
      maxLength: 20,
    },
  ),
  quantity: number("Quantity, in the unit of measure. Required, except for a comment."),
  description: text("Text of the line. Default: that of the item.", { maxLength: 100 }),
  unitOfMeasureCode: text("Code of the unit of measure, for example `PCS`. Default: that of the item.", {
    maxLength: 10,
  }),
  unitPrice: number("Price of one unit, in the currency of the quote. Default: that of the item."),
  discountPercent: number("Discount in percent, from 0 to 100.", { minimum: 0, maximum: 100 }),
  discountAmount: number("Discount, in the currency of the quote."),
  taxCode: text("Code of the tax group.", { maxLength: 20 }),
  shipmentDate: date("Date of the shipment"),
};

const BY_NUMBER: KindRules = {
  needs: [["lineObjectNumber"], ["quantity"]],
  excludes: ["itemId", "accountId"],
};
const isOfComments = (name: string): boolean => name === "lineType" || name === "description";

const line = object("SalesQuoteLine", "A line of a sales quote.", lineFields, {
  kinds: {
    by: "lineType",
    rules: {
      "": { needs: [["itemId"], ["quantity"]], excludes: ["accountId"] },
      Item: { needs: [["itemId", "lineObjectNumber"], ["quantity"]], excludes: ["accountId"] },
      Account: { needs: [["accountId", "lineObjectNumber"], ["quantity"]], excludes: ["itemId"] },
      Resource: BY_NUMBER,
      "Fixed Asset": BY_NUMBER,
      Charge: BY_NUMBER,
      Comment: { needs: [], excludes: Object.keys(lineFields).filter((name) => !isOfComments(name)) },
    },
  },
});

const header: Record<string, Schema> = {
  documentDate: date("Date of the quote"),
  postingDate: date("Posting date"),
  dueDate: date("Due date"),
  validUntilDate: date("Last day on which the quote is valid"),
  currencyId: guid("Id of the currency. The service sets `currencyCode` to match."),
  currencyCode: text("Code of the currency, for example `USD`. The service sets `currencyId` to match.", {
    maxLength: 10,
  }),
  paymentTermsId: guid("Id of the payment terms."),
  shipmentMethodId: guid("Id of the shipment method."),
  salesperson: text("Code of the salesperson.", { maxLength: 20 }),
  discountAmount: number("Discount on the whole quote, in its currency."),
  phoneNumber: text("Telephone number.", { maxLength: 30 }),
  email: text("E-mail address.", { maxLength: 80 }),
};

const headerFields = Object.entries(header).map(([name, field]): [string, Schema] => [
  name,
  { ...field, createOnly: true, computed: true },
]);

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
    salesQuoteLines: list("Lines of the quote in their order; at least one. Compared by position.", line, {
      createOnly: true,
      minItems: 1,
    }),
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
    ...Object.fromEntries(headerFields),
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
