// Generated from the schema by `npm run generate`. Do not edit.

import type { Input, Output } from "@pulumi/pulumi";

/**
 * A sales quote with its lines, created by one deep insert. A change of what is sent replaces it. Arguments common to all kinds.
 *
 * Source: document "Business Records Update Interface and Request Limits", v2.0.
 */
export interface SalesQuoteBaseArgs {
  /** Id of the company. Default: `vendorcloud:companyId`. A change replaces the resource. */
  companyId?: Input<string | undefined>;
  /** Lines of the quote; at least one. Compared by item. A change replaces the resource. */
  salesQuoteLines: Input<Input<SalesQuoteLineArgs>[]>;
  /** Text by which the quote is found again when the answer to its creation was lost: another one for each quote, 35 characters at most. Default: derived from stack and resource. Empty: none, and a lost answer is an error. A change replaces the resource. */
  externalDocumentNumber?: Input<string | undefined>;
  /** Further fields of the quote, by their names at the service: those that the documents do not list. A change replaces the resource. */
  additionalFields?: Input<Record<string, unknown> | undefined>;
}

/**
 * A sales quote with its lines, created by one deep insert. A change of what is sent replaces it. Arguments with `customerId`.
 *
 * Source: document "Business Records Update Interface and Request Limits", v2.0.
 */
export interface SalesQuoteWithCustomerIdArgs extends SalesQuoteBaseArgs {
  /** Id of the customer. A change replaces the resource. */
  customerId: Input<string>;
  /** Not beside `customerId`. */
  customerNumber?: undefined;
}

/**
 * A sales quote with its lines, created by one deep insert. A change of what is sent replaces it. Arguments with `customerNumber`.
 *
 * Source: document "Business Records Update Interface and Request Limits", v2.0.
 */
export interface SalesQuoteWithCustomerNumberArgs extends SalesQuoteBaseArgs {
  /** Not beside `customerNumber`. */
  customerId?: undefined;
  /** Number of the customer, in place of `customerId`: the id is looked up when the number is new here, in a preview with a token as well, and is kept from then on. A text: letter case and leading zeros count. */
  customerNumber: Input<string>;
}

/**
 * A sales quote with its lines, created by one deep insert. A change of what is sent replaces it. Arguments.
 *
 * Source: document "Business Records Update Interface and Request Limits", v2.0.
 */
export type SalesQuoteArgs =
  | SalesQuoteWithCustomerIdArgs
  | SalesQuoteWithCustomerNumberArgs;

/**
 * A sales quote with its lines, created by one deep insert. A change of what is sent replaces it.
 *
 * Source: document "Business Records Update Interface and Request Limits", v2.0.
 */
export interface SalesQuoteOutputs {
  /** Id of the company. Default: `vendorcloud:companyId`. A change replaces the resource. */
  readonly companyId: Output<string>;
  /** Id of the customer. A change replaces the resource. */
  readonly customerId: Output<string>;
  /** Number of the customer, in place of `customerId`: the id is looked up when the number is new here, in a preview with a token as well, and is kept from then on. A text: letter case and leading zeros count. */
  readonly customerNumber: Output<string | undefined>;
  /** Lines of the quote; at least one. Compared by item. A change replaces the resource. */
  readonly salesQuoteLines: Output<SalesQuoteLine[]>;
  /** Text by which the quote is found again when the answer to its creation was lost: another one for each quote, 35 characters at most. Default: derived from stack and resource. Empty: none, and a lost answer is an error. A change replaces the resource. */
  readonly externalDocumentNumber: Output<string | undefined>;
  /** Further fields of the quote, by their names at the service: those that the documents do not list. A change replaces the resource. */
  readonly additionalFields: Output<Record<string, unknown> | undefined>;
  /** Number that the service gave the quote. */
  readonly number: Output<string | undefined>;
  /** When the service says that the quote was last changed. */
  readonly lastModifiedDateTime: Output<string | undefined>;
  /** Entity tag of the record when it was last read or updated here. */
  readonly etag: Output<string | undefined>;
}

/**
 * A line of a sales quote. Arguments.
 *
 * Source: document "Business Records Update Interface and Request Limits", v2.0.
 */
export interface SalesQuoteLineArgs {
  /** Id of the item. */
  itemId: Input<string>;
  /** Quantity, in the item's base unit of measure. */
  quantity: Input<number>;
}

/**
 * A line of a sales quote.
 *
 * Source: document "Business Records Update Interface and Request Limits", v2.0.
 */
export interface SalesQuoteLine {
  /** Id of the item. */
  readonly itemId: string;
  /** Quantity, in the item's base unit of measure. */
  readonly quantity: number;
}
