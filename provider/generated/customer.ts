// Generated from the schema by `npm run generate`. Do not edit.

import type { Input, Output } from "@pulumi/pulumi";

/** Some fields of an existing customer. Only the declared fields are sent; a warning names others that the service changes with them. Arguments. */
export interface CustomerArgs {
  /** Id of the company. Default: `vendorcloud:companyId`. A change replaces the resource. */
  companyId?: Input<string | undefined>;
  /** Id of the customer, which must exist. A change replaces the resource. */
  customerId?: Input<string | undefined>;
  /** Number of the customer, instead of `customerId`. The provider looks up the id of a new number once, in a preview only with a token. Letter case and leading zeros matter. */
  customerNumber?: Input<string | undefined>;
  /** Number of the customer. A string: leading zeros matter. */
  number?: Input<string | undefined>;
  /** Name of the customer. */
  displayName?: Input<string | undefined>;
  /** Kind of customer: `Company` or `Person`. Any other value is sent unchanged, with a warning. */
  type?: Input<"Company" | "Person" | (string & {}) | undefined>;
  /** First line of the address. */
  addressLine1?: Input<string | undefined>;
  /** Second line of the address. */
  addressLine2?: Input<string | undefined>;
  /** Country or region, for example `US`. */
  country?: Input<string | undefined>;
  /** Postal code. */
  postalCode?: Input<string | undefined>;
  /** City. */
  city?: Input<string | undefined>;
  /** State or region. */
  state?: Input<string | undefined>;
  /** Telephone number. */
  phoneNumber?: Input<string | undefined>;
  /** E-mail address. */
  email?: Input<string | undefined>;
  /** Address of the web site. */
  website?: Input<string | undefined>;
  /** Whether the customer is liable for sales tax. */
  taxLiable?: Input<boolean | undefined>;
  /** Id of the tax area. To unset it, use an empty string or the zero GUID. */
  taxAreaId?: Input<string | undefined>;
  /** Tax registration number. */
  taxRegistrationNumber?: Input<string | undefined>;
  /** Id of the currency. The service sets `currencyCode` to match. To unset it, use an empty string or the zero GUID. */
  currencyId?: Input<string | undefined>;
  /** Code of the currency, for example `USD`. The service sets `currencyId` to match. */
  currencyCode?: Input<string | undefined>;
  /** Id of the payment terms. To unset it, use an empty string or the zero GUID. */
  paymentTermsId?: Input<string | undefined>;
  /** Id of the shipment method. To unset it, use an empty string or the zero GUID. */
  shipmentMethodId?: Input<string | undefined>;
  /** Id of the payment method. To unset it, use an empty string or the zero GUID. */
  paymentMethodId?: Input<string | undefined>;
  /** Blocked transactions: `Ship`, `Invoice`, `All`, or one blank for none. Any other value is sent unchanged, with a warning. */
  blocked?: Input<" " | "Ship" | "Invoice" | "All" | (string & {}) | undefined>;
  /** Undocumented fields of the customer, by their names at the service. */
  additionalFields?: Input<{
    /** Code of the salesperson. */
    salespersonCode?: Input<string | undefined>;
    /** Credit limit, in the company's currency. */
    creditLimit?: Input<number | undefined>;
    [field: string]: unknown;
  } | undefined>;
  /** Effect of destroying the resource: `retain` (default) leaves the record unchanged, `restore` restores the original values of the managed fields that still have the values of this resource. */
  onDestroy?: Input<"retain" | "restore" | undefined>;
}

/** Some fields of an existing customer. Only the declared fields are sent; a warning names others that the service changes with them. */
export interface CustomerOutputs {
  /** Id of the company. Default: `vendorcloud:companyId`. A change replaces the resource. */
  readonly companyId: Output<string>;
  /** Id of the customer, which must exist. A change replaces the resource. */
  readonly customerId: Output<string>;
  /** Number of the customer, instead of `customerId`. The provider looks up the id of a new number once, in a preview only with a token. Letter case and leading zeros matter. */
  readonly customerNumber: Output<string | undefined>;
  /** Number of the customer. A string: leading zeros matter. */
  readonly number: Output<string>;
  /** Name of the customer. */
  readonly displayName: Output<string>;
  /** Kind of customer: `Company` or `Person`. Any other value is sent unchanged, with a warning. */
  readonly type: Output<string>;
  /** First line of the address. */
  readonly addressLine1: Output<string>;
  /** Second line of the address. */
  readonly addressLine2: Output<string>;
  /** Country or region, for example `US`. */
  readonly country: Output<string>;
  /** Postal code. */
  readonly postalCode: Output<string>;
  /** City. */
  readonly city: Output<string>;
  /** State or region. */
  readonly state: Output<string>;
  /** Telephone number. */
  readonly phoneNumber: Output<string>;
  /** E-mail address. */
  readonly email: Output<string>;
  /** Address of the web site. */
  readonly website: Output<string>;
  /** Balance due, in the company's currency. */
  readonly balanceDue: Output<number | undefined>;
  /** Whether the customer is liable for sales tax. */
  readonly taxLiable: Output<boolean>;
  /** Id of the tax area. To unset it, use an empty string or the zero GUID. */
  readonly taxAreaId: Output<string>;
  /** Name of the tax area, in the company's language. */
  readonly taxAreaDisplayName: Output<string | undefined>;
  /** Tax registration number. */
  readonly taxRegistrationNumber: Output<string>;
  /** Id of the currency. The service sets `currencyCode` to match. To unset it, use an empty string or the zero GUID. */
  readonly currencyId: Output<string>;
  /** Code of the currency, for example `USD`. The service sets `currencyId` to match. */
  readonly currencyCode: Output<string>;
  /** Id of the payment terms. To unset it, use an empty string or the zero GUID. */
  readonly paymentTermsId: Output<string>;
  /** Id of the shipment method. To unset it, use an empty string or the zero GUID. */
  readonly shipmentMethodId: Output<string>;
  /** Id of the payment method. To unset it, use an empty string or the zero GUID. */
  readonly paymentMethodId: Output<string>;
  /** Blocked transactions: `Ship`, `Invoice`, `All`, or one blank for none. Any other value is sent unchanged, with a warning. */
  readonly blocked: Output<string>;
  /** When the record was last changed, as the service reports it. Not reliable: the provider does not use it to detect changes. */
  readonly lastModifiedDateTime: Output<string | undefined>;
  /** Undocumented fields of the customer, by their names at the service. */
  readonly additionalFields: Output<Record<string, unknown> | undefined>;
  /** Effect of destroying the resource: `retain` (default) leaves the record unchanged, `restore` restores the original values of the managed fields that still have the values of this resource. */
  readonly onDestroy: Output<string | undefined>;
  /** Entity tag of the record when this resource last read or updated it. */
  readonly etag: Output<string | undefined>;
}
