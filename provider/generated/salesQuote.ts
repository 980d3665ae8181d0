// Generated from the schema by `npm run generate`. Do not edit.

import type { Input, Output } from "@pulumi/pulumi";

/** A sales quote with its lines, created by one deep insert. A change of any field but `discountAmount` replaces the quote. Arguments. */
export interface SalesQuoteArgs {
  /** Id of the company. Default: `vendorcloud:companyId`. A change replaces the resource. */
  companyId?: Input<string | undefined>;
  /** Id of the customer. A change replaces the resource. */
  customerId?: Input<string | undefined>;
  /** Number of the customer, instead of `customerId`. The provider looks up the id of a new number once, in a preview only with a token. Letter case and leading zeros matter. */
  customerNumber?: Input<string | undefined>;
  /** Text that identifies the quote if the response to its creation is lost: unique for each quote, 35 characters at most. Default: derived from stack and resource. Empty: none, and a lost response is an error. A change replaces the resource. */
  externalDocumentNumber?: Input<string | undefined>;
  /** Date of the quote, for example `2026-01-31`. A change replaces the resource. */
  documentDate?: Input<string | undefined>;
  /** Posting date, for example `2026-01-31`. A change replaces the resource. */
  postingDate?: Input<string | undefined>;
  /** Id of the currency. The service sets `currencyCode` to match. A change replaces the resource. */
  currencyId?: Input<string | undefined>;
  /** Code of the currency, for example `USD`. The service sets `currencyId` to match. A change replaces the resource. */
  currencyCode?: Input<string | undefined>;
  /** Id of the payment terms. A change replaces the resource. */
  paymentTermsId?: Input<string | undefined>;
  /** Id of the shipment method. A change replaces the resource. */
  shipmentMethodId?: Input<string | undefined>;
  /** Due date, for example `2026-01-31`. A change replaces the resource. */
  dueDate?: Input<string | undefined>;
  /** Last day on which the quote is valid, for example `2026-01-31`. A change replaces the resource. */
  validUntilDate?: Input<string | undefined>;
  /** Code of the salesperson. A change replaces the resource. */
  salesperson?: Input<string | undefined>;
  /** Telephone number. A change replaces the resource. */
  phoneNumber?: Input<string | undefined>;
  /** E-mail address. A change replaces the resource. */
  email?: Input<string | undefined>;
  /** Undocumented fields of the quote, by their names at the service. A change replaces the resource. */
  additionalFields?: Input<{
    /** Id of the customer who gets the invoice. */
    billToCustomerId?: Input<string | undefined>;
    /** Number of the customer who gets the invoice. */
    billToCustomerNumber?: Input<string | undefined>;
    /** Name in the shipping address. */
    shipToName?: Input<string | undefined>;
    /** Contact at the shipping address. */
    shipToContact?: Input<string | undefined>;
    /** First line of the customer's address. */
    sellToAddressLine1?: Input<string | undefined>;
    /** Second line of the customer's address. */
    sellToAddressLine2?: Input<string | undefined>;
    /** Country code of the customer's address. */
    sellToCountry?: Input<string | undefined>;
    /** Postal code of the customer's address. */
    sellToPostCode?: Input<string | undefined>;
    /** City of the customer's address. */
    sellToCity?: Input<string | undefined>;
    /** State of the customer's address. */
    sellToState?: Input<string | undefined>;
    /** First line of the billing address. */
    billToAddressLine1?: Input<string | undefined>;
    /** Second line of the billing address. */
    billToAddressLine2?: Input<string | undefined>;
    /** Country code of the billing address. */
    billToCountry?: Input<string | undefined>;
    /** Postal code of the billing address. */
    billToPostCode?: Input<string | undefined>;
    /** City of the billing address. */
    billToCity?: Input<string | undefined>;
    /** State of the billing address. */
    billToState?: Input<string | undefined>;
    /** First line of the shipping address. */
    shipToAddressLine1?: Input<string | undefined>;
    /** Second line of the shipping address. */
    shipToAddressLine2?: Input<string | undefined>;
    /** Country code of the shipping address. */
    shipToCountry?: Input<string | undefined>;
    /** Postal code of the shipping address. */
    shipToPostCode?: Input<string | undefined>;
    /** City of the shipping address. */
    shipToCity?: Input<string | undefined>;
    /** State of the shipping address. */
    shipToState?: Input<string | undefined>;
    /** Value of the first global dimension. */
    shortcutDimension1Code?: Input<string | undefined>;
    /** Value of the second global dimension. */
    shortcutDimension2Code?: Input<string | undefined>;
    [field: string]: unknown;
  } | undefined>;
  /** Discount on the whole quote, in its currency. Sent after the creation, since the service takes it only for a quote with lines. A change is an update in place. */
  discountAmount?: Input<number | undefined>;
  /** Lines of the quote in their order; at least one. Compared by position. A change replaces the resource. */
  salesQuoteLines: Input<Input<SalesQuoteLineArgs>[]>;
}

/** A sales quote with its lines, created by one deep insert. A change of any field but `discountAmount` replaces the quote. */
export interface SalesQuoteOutputs {
  /** Id of the company. Default: `vendorcloud:companyId`. A change replaces the resource. */
  readonly companyId: Output<string>;
  /** Id of the customer. A change replaces the resource. */
  readonly customerId: Output<string>;
  /** Number of the customer, instead of `customerId`. The provider looks up the id of a new number once, in a preview only with a token. Letter case and leading zeros matter. */
  readonly customerNumber: Output<string | undefined>;
  /** Text that identifies the quote if the response to its creation is lost: unique for each quote, 35 characters at most. Default: derived from stack and resource. Empty: none, and a lost response is an error. A change replaces the resource. */
  readonly externalDocumentNumber: Output<string>;
  /** Date of the quote, for example `2026-01-31`. A change replaces the resource. */
  readonly documentDate: Output<string>;
  /** Posting date, for example `2026-01-31`. A change replaces the resource. */
  readonly postingDate: Output<string>;
  /** Id of the currency. The service sets `currencyCode` to match. A change replaces the resource. */
  readonly currencyId: Output<string>;
  /** Code of the currency, for example `USD`. The service sets `currencyId` to match. A change replaces the resource. */
  readonly currencyCode: Output<string>;
  /** Id of the payment terms. A change replaces the resource. */
  readonly paymentTermsId: Output<string>;
  /** Id of the shipment method. A change replaces the resource. */
  readonly shipmentMethodId: Output<string>;
  /** Due date, for example `2026-01-31`. A change replaces the resource. */
  readonly dueDate: Output<string>;
  /** Last day on which the quote is valid, for example `2026-01-31`. A change replaces the resource. */
  readonly validUntilDate: Output<string>;
  /** Code of the salesperson. A change replaces the resource. */
  readonly salesperson: Output<string>;
  /** Telephone number. A change replaces the resource. */
  readonly phoneNumber: Output<string>;
  /** E-mail address. A change replaces the resource. */
  readonly email: Output<string>;
  /** Undocumented fields of the quote, by their names at the service. A change replaces the resource. */
  readonly additionalFields: Output<Record<string, unknown> | undefined>;
  /** Discount on the whole quote, in its currency. Sent after the creation, since the service takes it only for a quote with lines. A change is an update in place. */
  readonly discountAmount: Output<number>;
  /** Lines of the quote in their order; at least one. Compared by position. A change replaces the resource. */
  readonly salesQuoteLines: Output<SalesQuoteLine[]>;
  /** Status of the quote, for example `Draft`. */
  readonly status: Output<string | undefined>;
  /** When the quote was sent to the customer. */
  readonly sentDate: Output<string | undefined>;
  /** Day on which the customer accepted the quote, for example `2026-01-31`. */
  readonly acceptedDate: Output<string | undefined>;
  /** Total of the quote without tax, in its currency. */
  readonly totalAmountExcludingTax: Output<number | undefined>;
  /** Tax on the quote, in its currency. */
  readonly totalTaxAmount: Output<number | undefined>;
  /** Total of the quote with tax, in its currency. */
  readonly totalAmountIncludingTax: Output<number | undefined>;
  /** Number of the quote, set by the service. */
  readonly number: Output<string | undefined>;
  /** When the quote was last changed, as the service reports it. */
  readonly lastModifiedDateTime: Output<string | undefined>;
  /** Entity tag of the record when this resource last read or updated it. */
  readonly etag: Output<string | undefined>;
}

/** A line of a sales quote. Arguments. */
export interface SalesQuoteLineArgs {
  /** Kind of line: `Item`, `Account`, `Resource`, `Fixed Asset`, `Charge` or `Comment`. Default: `Item`. Required without `itemId`. */
  lineType?: Input<"Item" | "Account" | "Resource" | "Fixed Asset" | "Charge" | "Comment" | undefined>;
  /** Id of the item. A line of kind `Item` needs this or `lineObjectNumber`. */
  itemId?: Input<string | undefined>;
  /** Id of the account. A line of kind `Account` needs this or `lineObjectNumber`. */
  accountId?: Input<string | undefined>;
  /** Number of the line's object, such as an item. A string: leading zeros matter. */
  lineObjectNumber?: Input<string | undefined>;
  /** Text of the line. Default: that of the item. */
  description?: Input<string | undefined>;
  /** Code of the unit of measure, for example `PCS`. Default: that of the item. */
  unitOfMeasureCode?: Input<string | undefined>;
  /** Quantity, in the unit of measure. Required, except for a comment. */
  quantity?: Input<number | undefined>;
  /** Price of one unit, in the currency of the quote. Default: that of the item. */
  unitPrice?: Input<number | undefined>;
  /** Discount in percent, from 0 to 100. */
  discountPercent?: Input<number | undefined>;
  /** Discount, in the currency of the quote. */
  discountAmount?: Input<number | undefined>;
  /** Code of the tax group. */
  taxCode?: Input<string | undefined>;
}

/** A line of a sales quote. */
export interface SalesQuoteLine {
  /** Kind of line: `Item`, `Account`, `Resource`, `Fixed Asset`, `Charge` or `Comment`. Default: `Item`. Required without `itemId`. */
  readonly lineType?: string;
  /** Id of the item. A line of kind `Item` needs this or `lineObjectNumber`. */
  readonly itemId?: string;
  /** Id of the account. A line of kind `Account` needs this or `lineObjectNumber`. */
  readonly accountId?: string;
  /** Number of the line's object, such as an item. A string: leading zeros matter. */
  readonly lineObjectNumber?: string;
  /** Text of the line. Default: that of the item. */
  readonly description?: string;
  /** Code of the unit of measure, for example `PCS`. Default: that of the item. */
  readonly unitOfMeasureCode?: string;
  /** Quantity, in the unit of measure. Required, except for a comment. */
  readonly quantity?: number;
  /** Price of one unit, in the currency of the quote. Default: that of the item. */
  readonly unitPrice?: number;
  /** Discount in percent, from 0 to 100. */
  readonly discountPercent?: number;
  /** Discount, in the currency of the quote. */
  readonly discountAmount?: number;
  /** Code of the tax group. */
  readonly taxCode?: string;
  /** Id of the line. */
  readonly id?: string;
  /** Id of the quote. */
  readonly documentId?: string;
  /** Position that the service gave the line. */
  readonly sequence?: number;
  /** Tax in percent. */
  readonly taxPercent?: number;
  /** Amount of the line without tax, in the currency of the quote. */
  readonly amountExcludingTax?: number;
  /** Tax on the line, in the currency of the quote. */
  readonly totalTaxAmount?: number;
  /** Amount of the line with tax, in the currency of the quote. */
  readonly amountIncludingTax?: number;
}
