// Generated from the schema by `npm run generate`. Do not edit.

import type { Input, Output } from "@pulumi/pulumi";

/** A default dimension of an item, a customer, an employee or a vendor: its value and how posting validates it. Arguments. */
export interface DefaultDimensionArgs {
  /** Id of the company. Default: `vendorcloud:companyId`. A change replaces the resource. */
  companyId?: Input<string | undefined>;
  /** Collection of the record that the dimension is set on: `items`, `customers`, `employees` or `vendors`. A change replaces the resource. */
  parentType: Input<"items" | "customers" | "employees" | "vendors">;
  /** Id of that record. A change replaces the resource. */
  parentId?: Input<string | undefined>;
  /** Number of the record, instead of `parentId`. The provider looks up the id of a new number once, in a preview only with a token. Letter case and leading zeros matter. */
  parentNumber?: Input<string | undefined>;
  /** Id of the dimension. A change replaces the resource. */
  dimensionId?: Input<string | undefined>;
  /** Code of the dimension, instead of `dimensionId`. The provider looks up the id of a new code once, in a preview only with a token. Letter case matters. */
  dimensionCode?: Input<string | undefined>;
  /** Id of the dimension's value. The service sets `dimensionValueCode` to match. */
  dimensionValueId?: Input<string | undefined>;
  /** Code of the dimension's value, instead of `dimensionValueId`. The provider looks up the id of a new code once, in a preview only with a token. Letter case matters. */
  dimensionValueCode?: Input<string | undefined>;
  /** How posting validates the value: `Code Mandatory`, `Same Code`, `No Code`, or one blank for no validation. Any other value is sent unchanged, with a warning. */
  postingValidation?: Input<" " | "Code Mandatory" | "Same Code" | "No Code" | (string & {}) | undefined>;
  /** Effect of destroying the resource. Default: a default dimension that this stack created is deleted, and any other one is left unchanged. */
  onDestroy?: Input<"retain" | "restore" | undefined>;
}

/** A default dimension of an item, a customer, an employee or a vendor: its value and how posting validates it. */
export interface DefaultDimensionOutputs {
  /** Id of the company. Default: `vendorcloud:companyId`. A change replaces the resource. */
  readonly companyId: Output<string>;
  /** Collection of the record that the dimension is set on: `items`, `customers`, `employees` or `vendors`. A change replaces the resource. */
  readonly parentType: Output<string>;
  /** Id of that record. A change replaces the resource. */
  readonly parentId: Output<string>;
  /** Number of the record, instead of `parentId`. The provider looks up the id of a new number once, in a preview only with a token. Letter case and leading zeros matter. */
  readonly parentNumber: Output<string | undefined>;
  /** Id of the dimension. A change replaces the resource. */
  readonly dimensionId: Output<string>;
  /** Code of the dimension, instead of `dimensionId`. The provider looks up the id of a new code once, in a preview only with a token. Letter case matters. */
  readonly dimensionCode: Output<string>;
  /** Id of the dimension's value. The service sets `dimensionValueCode` to match. */
  readonly dimensionValueId: Output<string>;
  /** Code of the dimension's value, instead of `dimensionValueId`. The provider looks up the id of a new code once, in a preview only with a token. Letter case matters. */
  readonly dimensionValueCode: Output<string>;
  /** How posting validates the value: `Code Mandatory`, `Same Code`, `No Code`, or one blank for no validation. Any other value is sent unchanged, with a warning. */
  readonly postingValidation: Output<string>;
  /** Effect of destroying the resource. Default: a default dimension that this stack created is deleted, and any other one is left unchanged. */
  readonly onDestroy: Output<string | undefined>;
  /** Id of the default dimension at the service, if this stack created it. Not set for one that existed already, that was imported or adopted in a forced replacement, or that a run created which was killed before it wrote the state. */
  readonly createdId: Output<string | undefined>;
  /** Entity tag of the record when this resource last read or updated it. */
  readonly etag: Output<string | undefined>;
}
