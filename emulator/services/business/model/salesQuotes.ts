import { ZERO_GUID } from "../../../guid.js";
import { businessErrors } from "../errors.js";
import { type Draft, defineEntityType } from "./entityType.js";
import {
  date,
  dateTime,
  decimal,
  type Field,
  flag,
  guid,
  integer,
  key,
  lastModified,
  option,
  readOnly,
  resetting,
  type Scalar,
  text,
} from "./field.js";
import { currency, paymentTerm, relate, relateByCode } from "./tables.js";

const address = (prefix: string): Record<string, Field> => ({
  [`${prefix}AddressLine1`]: text(100),
  [`${prefix}AddressLine2`]: text(50),
  [`${prefix}City`]: text(30),
  [`${prefix}Country`]: text(10),
  [`${prefix}State`]: text(30),
  [`${prefix}PostCode`]: text(20),
});

/** Fields that the service takes from the customer. */
const OF_THE_CUSTOMER = [
  "currencyId",
  "currencyCode",
  "paymentTermsId",
  "shipmentMethodId",
  "salesperson",
  "phoneNumber",
  "email",
  ...Object.keys({ ...address("sellTo"), ...address("billTo"), ...address("shipTo") }),
];

/** The fields of the service's public reference. test/unit/services/salesQuotes/rules.md has the source of each rule. */
export const salesQuotes = defineEntityType({
  caption: "Sales Quote",
  series: "SQ00001",
  fields: {
    number: text(20),
    externalDocumentNumber: text(35),
    documentDate: resetting(date, "dueDate", "validUntilDate"),
    postingDate: date,
    dueDate: date,
    customerId: resetting(guid, ...OF_THE_CUSTOMER),
    customerNumber: resetting(text(20), ...OF_THE_CUSTOMER),
    customerName: readOnly(text(100)),
    billToName: readOnly(text(100)),
    billToCustomerId: guid,
    billToCustomerNumber: text(20),
    shipToName: text(100),
    shipToContact: text(100),
    ...address("sellTo"),
    ...address("billTo"),
    ...address("shipTo"),
    shortcutDimension1Code: text(20),
    shortcutDimension2Code: text(20),
    currencyId: guid,
    currencyCode: text(10),
    paymentTermsId: resetting(guid, "dueDate"),
    shipmentMethodId: guid,
    salesperson: text(20),
    discountAmount: decimal,
    totalAmountExcludingTax: readOnly(decimal),
    status: readOnly(option("Draft", "Sent", "Accepted")),
    sentDate: readOnly(dateTime),
    acceptedDate: readOnly(date),
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
    relate("shipmentMethod", "shipmentMethods"),
  ],
  children: [
    { navigation: "salesQuoteLines", of: "salesQuoteLines", parentId: "documentId", deepInsert: true },
  ],
  complete({ fields, related }) {
    const { blocked = " ", number } = related("customerId") ?? {};
    if (blocked !== " ") throw businessErrors.blockedCustomer(String(number), String(blocked));
    if (fields.discountAmount !== 0) throw businessErrors.discountWithoutLines();
    return {};
  },
  summarize: ({ discountAmount }, lines) => ({
    totalAmountExcludingTax: rounded(
      lines.reduce((sum, line) => sum + Number(line.amountExcludingTax), -Number(discountAmount)),
    ),
  }),
});

/** Fields that the service takes from a line's object. */
const OF_THE_OBJECT = [
  "description",
  "unitOfMeasureId",
  "unitOfMeasureCode",
  "unitPrice",
  "discountPercent",
  "discountAmount",
  "taxCode",
];

/** Clients can create lines only with their quote, because the creation computes the quote's total. */
export const salesQuoteLines = defineEntityType({
  caption: "Sales Quote Line",
  identity: ["documentId", "sequence"],
  closed: true,
  fields: {
    documentId: key(guid),
    sequence: readOnly(integer),
    itemId: resetting(guid, ...OF_THE_OBJECT),
    accountId: resetting(guid, ...OF_THE_OBJECT),
    lineType: option("Item", "Account", "Resource", "Fixed Asset", "Charge", "Comment"),
    lineObjectNumber: resetting(text(20), ...OF_THE_OBJECT),
    description: text(100),
    unitOfMeasureId: guid,
    unitOfMeasureCode: text(10),
    unitPrice: decimal,
    quantity: resetting(decimal, "discountPercent", "discountAmount"),
    discountPercent: decimal,
    discountAmount: decimal,
    discountAppliedBeforeTax: flag,
    taxCode: text(20),
    itemVariantId: guid,
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
      when: { lineType: "Item" },
    },
    relateByCode("unitOfMeasure", "unitsOfMeasure"),
  ],
  complete: completeLine,
});

/** The field with the id of a line's object. Lines of other types have only its number, and comments have no object. */
const IDS: Readonly<Record<string, string>> = { Item: "itemId", Account: "accountId" };
const OF_COMMENTS = ["lineType", "description", "documentId", "sequence"];

/**
 * Fields that a line does not set come from its item. Fields that the type requires must be set, and fields of other types are
 * errors.
 */
function completeLine({ fields, given, related }: Draft): Record<string, Scalar> {
  const lineType = String(fields.lineType);
  const isSet = (name: string) => ![undefined, "", ZERO_GUID, 0].includes(given[name] as string);
  const isOther = (name: string) =>
    lineType === "Comment"
      ? !OF_COMMENTS.includes(name)
      : Object.values(IDS).includes(name) && name !== IDS[lineType];
  const other = Object.keys(given).find((name) => isSet(name) && isOther(name));
  if (other !== undefined) throw businessErrors.notForLine(other, lineType);
  if (lineType !== "Comment" && !isSet("lineObjectNumber") && !isSet(IDS[lineType] ?? ""))
    throw businessErrors.required(IDS[lineType] ?? "lineObjectNumber", "salesQuoteLine");
  const item = related("itemId") ?? {};
  const unitPrice = Number(given.unitPrice ?? item.unitPrice ?? 0);
  const ownUnit = given.unitOfMeasureId !== undefined || given.unitOfMeasureCode !== undefined;
  const gross = unitPrice * Number(fields.quantity);
  const discountAmount = rounded(
    Number(given.discountAmount ?? (gross * Number(given.discountPercent ?? 0)) / 100),
  );
  return {
    description: given.description ?? item.displayName ?? "",
    ...(!ownUnit && {
      unitOfMeasureId: item.baseUnitOfMeasureId ?? fields.unitOfMeasureId ?? "",
      unitOfMeasureCode: item.baseUnitOfMeasureCode ?? "",
    }),
    unitPrice,
    discountAmount,
    amountExcludingTax: rounded(gross - discountAmount),
  };
}

function rounded(amount: number): number {
  return Math.round(amount * 100) / 100;
}
