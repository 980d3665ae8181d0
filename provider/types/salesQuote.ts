// Generated from the schema by `npm run generate`. Do not edit.

import type { Input, Output } from "@pulumi/pulumi";

/**
 * A sales quote with its lines, created by one deep insert. A change of a field that is sent replaces the quote. Arguments common to all kinds.
 *
 * Source: document "Business Records Update Interface and Request Limits", v2.0.
 */
export interface SalesQuoteBaseArgs {
  /** Id of the company. Default: `vendorcloud:companyId`. A change replaces the resource. */
  companyId?: Input<string | undefined>;
  /** Lines of the quote; at least one. Compared by item. A change replaces the resource. */
  salesQuoteLines: Input<Input<SalesQuoteLineArgs>[]>;
  /** Text that identifies the quote if the response to its creation is lost: unique for each quote, 35 characters at most. Default: derived from stack and resource. Empty: none, and a lost response is an error. A change replaces the resource. */
  externalDocumentNumber?: Input<string | undefined>;
  /** Undocumented fields of the quote, by their names at the service. A change replaces the resource. */
  additionalFields?: Input<Record<string, unknown> | undefined>;
}

/**
 * A sales quote with its lines, created by one deep insert. A change of a field that is sent replaces the quote. Arguments with `customerId`.
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
 * A sales quote with its lines, created by one deep insert. A change of a field that is sent replaces the quote. Arguments with `customerNumber`.
 *
 * Source: document "Business Records Update Interface and Request Limits", v2.0.
 */
export interface SalesQuoteWithCustomerNumberArgs extends SalesQuoteBaseArgs {
  /** Not beside `customerNumber`. */
  customerId?: undefined;
  /** Number of the customer, instead of `customerId`. The id is looked up when the number is new to the state, also in a preview with a token, and then kept. A string: letter case and leading zeros matter. */
  customerNumber: Input<string>;
}

/**
 * A sales quote with its lines, created by one deep insert. A change of a field that is sent replaces the quote. Arguments.
 *
 * Source: document "Business Records Update Interface and Request Limits", v2.0.
 */
export type SalesQuoteArgs =
  | SalesQuoteWithCustomerIdArgs
  | SalesQuoteWithCustomerNumberArgs;

/**
 * A sales quote with its lines, created by one deep insert. A change of a field that is sent replaces the quote.
 *
 * Source: document "Business Records Update Interface and Request Limits", v2.0.
 */
export interface SalesQuoteOutputs {
  /** Id of the company. Default: `vendorcloud:companyId`. A change replaces the resource. */
  readonly companyId: Output<string>;
  /** Id of the customer. A change replaces the resource. */
  readonly customerId: Output<string>;
  /** Number of the customer, instead of `customerId`. The id is looked up when the number is new to the state, also in a preview with a token, and then kept. A string: letter case and leading zeros matter. */
  readonly customerNumber: Output<string | undefined>;
  /** Lines of the quote; at least one. Compared by item. A change replaces the resource. */
  readonly salesQuoteLines: Output<SalesQuoteLine[]>;
  /** Text that identifies the quote if the response to its creation is lost: unique for each quote, 35 characters at most. Default: derived from stack and resource. Empty: none, and a lost response is an error. A change replaces the resource. */
  readonly externalDocumentNumber: Output<string>;
  /** Undocumented fields of the quote, by their names at the service. A change replaces the resource. */
  readonly additionalFields: Output<Record<string, unknown> | undefined>;
  /** Number of the quote, set by the service. */
  readonly number: Output<string | undefined>;
  /** When the quote was last changed, as the service reports it. */
  readonly lastModifiedDateTime: Output<string | undefined>;
  /** Entity tag of the record when this resource last read or updated it. */
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
