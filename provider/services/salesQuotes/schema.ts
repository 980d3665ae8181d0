import { companyId, etag, numberFor } from "../../partialUpdates/recordSchema.js";
import { anyObject, choice, date, guid, list, number, object, text } from "../../schema/build.js";
import type { KindRules, ResourceSchema, Schema } from "../../schema/keywords.js";

/**
 * Fields of a sales quote. Sources: deep insert of the document "Business Records Update Interface", and the service's public
 * reference. test/unit/services/salesQuotes/rules.md has the source of each rule.
 */

const setByService = (fields: Record<string, Schema>): Record<string, Schema> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, readOnly: true }]));

/** In the order of a body: the service takes the later ones from the object, and resets the discount with the quantity. */
const lineFields: Record<string, Schema> = {
  lineType: choice(
    "Kind of line: `Item`, `Account`, `Resource`, `Fixed Asset`, `Charge` or `Comment`. Default: `Item`. Required without `itemId`.",
    {
      Item: "An item.",
      Account: "An account of the general ledger.",
      Resource: "A resource, such as a person or a machine.",
      "Fixed Asset": "A fixed asset.",
      Charge: "A charge on items, such as freight.",
      Comment: "Only text.",
    },
    { encodedName: true, ignoreSpaces: true },
  ),
  itemId: guid("Id of the item. A line of kind `Item` needs this or `lineObjectNumber`.", {
    linkedTo: "lineObjectNumber",
  }),
  accountId: guid("Id of the account. A line of kind `Account` needs this or `lineObjectNumber`.", {
    linkedTo: "lineObjectNumber",
  }),
  lineObjectNumber: text("Number of the line's object, such as an item. A string: leading zeros matter.", {
    minLength: 1,
    maxLength: 20,
  }),
  description: text("Text of the line. Default: that of the item.", { maxLength: 100 }),
  unitOfMeasureCode: text("Code of the unit of measure, for example `PCS`. Default: that of the item.", {
    maxLength: 10,
  }),
  quantity: number("Quantity, in the unit of measure. Required, except for a comment."),
  unitPrice: number("Price of one unit, in the currency of the quote. Default: that of the item."),
  discountPercent: number("Discount in percent, from 0 to 100.", { minimum: 0, maximum: 100 }),
  discountAmount: number("Discount, in the currency of the quote."),
  taxCode: text("Code of the tax group.", { maxLength: 20 }),
};

const lineOutputs: Record<string, Schema> = {
  id: guid("Id of the line."),
  documentId: guid("Id of the quote."),
  sequence: number("Position that the service gave the line."),
  taxPercent: number("Tax in percent."),
  amountExcludingTax: number("Amount of the line without tax, in the currency of the quote."),
  totalTaxAmount: number("Tax on the line, in the currency of the quote."),
  amountIncludingTax: number("Amount of the line with tax, in the currency of the quote."),
};

const BY_NUMBER: KindRules = {
  needs: [["lineObjectNumber"], ["quantity"]],
  excludes: ["itemId", "accountId"],
};
const isOfComments = (name: string): boolean => name === "lineType" || name === "description";

const line = object(
  "SalesQuoteLine",
  "A line of a sales quote.",
  { ...lineFields, ...setByService(lineOutputs) },
  {
    kinds: [
      {
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
    ],
  },
);

/** In the order of a body: the service computes later dates from earlier ones and from the payment terms. */
const header: Record<string, Schema> = {
  documentDate: date("Date of the quote"),
  postingDate: date("Posting date"),
  currencyId: guid("Id of the currency. The service sets `currencyCode` to match.", {
    linkedTo: "currencyCode",
  }),
  currencyCode: text("Code of the currency, for example `USD`. The service sets `currencyId` to match.", {
    maxLength: 10,
  }),
  paymentTermsId: guid("Id of the payment terms."),
  shipmentMethodId: guid("Id of the shipment method."),
  dueDate: date("Due date"),
  validUntilDate: date("Last day on which the quote is valid"),
  salesperson: text("Code of the salesperson.", { maxLength: 20 }),
  phoneNumber: text("Telephone number.", { maxLength: 30 }),
  email: text("E-mail address.", { maxLength: 80 }),
};

const address = (prefix: string, what: string): Record<string, Schema> => ({
  [`${prefix}AddressLine1`]: text(`First line of the ${what} address.`, { maxLength: 100 }),
  [`${prefix}AddressLine2`]: text(`Second line of the ${what} address.`, { maxLength: 50 }),
  [`${prefix}Country`]: text(`Country code of the ${what} address.`, { maxLength: 10 }),
  [`${prefix}PostCode`]: text(`Postal code of the ${what} address.`, { maxLength: 20 }),
  [`${prefix}City`]: text(`City of the ${what} address.`, { maxLength: 30 }),
  [`${prefix}State`]: text(`State of the ${what} address.`, { maxLength: 30 }),
});

/** Fields of the public reference that are not arguments. Programs set them in `additionalFields`. */
const furtherFields: Record<string, Schema> = {
  billToCustomerId: guid("Id of the customer who gets the invoice.", { linkedTo: "billToCustomerNumber" }),
  billToCustomerNumber: text("Number of the customer who gets the invoice.", { maxLength: 20 }),
  shipToName: text("Name in the shipping address.", { maxLength: 100 }),
  shipToContact: text("Contact at the shipping address.", { maxLength: 100 }),
  ...address("sellTo", "customer's"),
  ...address("billTo", "billing"),
  ...address("shipTo", "shipping"),
  shortcutDimension1Code: text("Value of the first global dimension.", { maxLength: 20 }),
  shortcutDimension2Code: text("Value of the second global dimension.", { maxLength: 20 }),
};

const headerOutputs: Record<string, Schema> = {
  // Not outputs: a program may declare the name of the customer as a secret.
  customerName: text("Name of the customer.", { volatile: true }),
  billToName: text("Name of the customer who gets the invoice.", { volatile: true }),
  status: text("Status of the quote, for example `Draft`."),
  sentDate: text("When the quote was sent to the customer."),
  acceptedDate: date("Day on which the customer accepted the quote"),
  totalAmountExcludingTax: number("Total of the quote without tax, in its currency."),
  totalTaxAmount: number("Tax on the quote, in its currency."),
  totalAmountIncludingTax: number("Total of the quote with tax, in its currency."),
};

const headerFields = Object.entries(header).map(([name, field]): [string, Schema] => [
  name,
  { ...field, createOnly: true, computed: true },
]);

export const salesQuoteSchema: ResourceSchema = {
  type: "object",
  title: "SalesQuote",
  description:
    "A sales quote with its lines, created by one deep insert. A change of any field but `discountAmount` replaces the quote.",
  required: ["companyId", "customerId", "salesQuoteLines"],
  properties: {
    companyId,
    customerId: guid("Id of the customer.", { createOnly: true, minLength: 1, resolvedBy: "customerNumber" }),
    customerNumber: numberFor("customer", "customerId"),
    externalDocumentNumber: text(
      "Text that identifies the quote if the response to its creation is lost: unique for each quote, 35 characters at most. Default: derived from stack and resource. Empty: none, and a lost response is an error.",
      {
        createOnly: true,
        derived: true,
        maxLength: 35,
        singleLine: true,
        // The service may store the value in upper case and trim it. A search for the original text would not find it.
        caseInsensitive: true,
        pattern: "^(\\S([^]*\\S)?)?$",
        patternMessage: "must not begin or end with white space",
      },
    ),
    ...Object.fromEntries(headerFields),
    additionalFields: anyObject("Undocumented fields of the quote, by their names at the service.", {
      wire: "additionalProperties",
      createOnly: true,
      entries: furtherFields,
    }),
    discountAmount: number(
      "Discount on the whole quote, in its currency. Sent after the creation, since the service takes it only for a quote with lines. A change is an update in place.",
      { computed: true },
    ),
    salesQuoteLines: list("Lines of the quote in their order; at least one. Compared by position.", line, {
      createOnly: true,
      stable: true,
      minItems: 1,
    }),
    ...setByService(headerOutputs),
    number: text("Number of the quote, set by the service.", { readOnly: true, stable: true }),
    lastModifiedDateTime: text("When the quote was last changed, as the service reports it.", {
      readOnly: true,
    }),
    etag,
  },
};
