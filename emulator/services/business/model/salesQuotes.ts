import { type Draft, defineEntityType } from "./entityType.js";
import {
  date,
  decimal,
  guid,
  integer,
  key,
  lastModified,
  option,
  readOnly,
  type Scalar,
  text,
} from "./field.js";
import { currency, paymentTerm, relateByCode, shipmentMethod } from "./relations.js";

export const salesQuotes = defineEntityType({
  caption: "Sales Quote",
  name: "salesQuote",
  identity: ["number"],
  series: "SQ00001",
  fields: {
    number: text(20),
    externalDocumentNumber: text(35),
    documentDate: date,
    dueDate: date,
    customerId: guid,
    customerNumber: text(20),
    customerName: readOnly(text(100)),
    currencyId: guid,
    currencyCode: text(10),
    paymentTermsId: guid,
    shipmentMethodId: guid,
    salesperson: text(20),
    totalAmountExcludingTax: readOnly(decimal),
    status: readOnly(option("Draft", "Sent", "Accepted")),
    validUntilDate: date,
    phoneNumber: text(30),
    email: text(80),
    lastModifiedDateTime: lastModified,
  },
  relations: [
    {
      id: "customerId",
      to: "customers",
      navigation: "customer",
      repeats: { customerNumber: "number", customerName: "displayName" },
      foundBy: "customerNumber",
      required: true,
    },
    currency,
    paymentTerm,
    shipmentMethod,
  ],
  children: [
    { navigation: "salesQuoteLines", of: "salesQuoteLines", parentId: "documentId", deepInsert: true },
  ],
  complete: ({ children }) => ({
    totalAmountExcludingTax: rounded(
      children.reduce((sum, line) => sum + Number(line.amountExcludingTax), 0),
    ),
  }),
});

/** Lines come with their quote: the total of a quote is worked out when it is created. */
export const salesQuoteLines = defineEntityType({
  caption: "Sales Quote Line",
  name: "salesQuoteLine",
  identity: ["documentId", "sequence"],
  closed: true,
  fields: {
    documentId: key(guid),
    sequence: readOnly(integer),
    itemId: guid,
    lineType: option("Item"),
    lineObjectNumber: text(20),
    description: text(100),
    unitOfMeasureId: guid,
    unitOfMeasureCode: text(10),
    unitPrice: decimal,
    quantity: decimal,
    amountExcludingTax: readOnly(decimal),
  },
  relations: [
    {
      id: "itemId",
      to: "items",
      navigation: "item",
      repeats: { lineObjectNumber: "number" },
      foundBy: "lineObjectNumber",
      required: true,
    },
    relateByCode("unitOfMeasure", "unitsOfMeasure"),
  ],
  complete: lineFromItem,
});

/** Fields that a line does not set are those of its item. */
function lineFromItem({ fields, given, related }: Draft): Record<string, Scalar> {
  const item = related("itemId") ?? {};
  const unitPrice = Number(given.unitPrice ?? item.unitPrice ?? 0);
  const ownUnit = given.unitOfMeasureId !== undefined || given.unitOfMeasureCode !== undefined;
  return {
    description: given.description ?? item.displayName ?? "",
    ...(!ownUnit && {
      unitOfMeasureId: item.baseUnitOfMeasureId ?? fields.unitOfMeasureId ?? "",
      unitOfMeasureCode: item.baseUnitOfMeasureCode ?? "",
    }),
    unitPrice,
    amountExcludingTax: rounded(unitPrice * Number(fields.quantity)),
  };
}

function rounded(amount: number): number {
  return Math.round(amount * 100) / 100;
}
