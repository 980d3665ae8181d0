// Generated from the schema by `npm run generate`. Do not edit.

import type { Input, Output } from "@pulumi/pulumi";

/** Some fields of an existing item. Only the declared fields are sent; a warning names others that the service changes with them. Arguments. */
export interface ItemArgs {
  /** Id of the company. Default: `vendorcloud:companyId`. A change replaces the resource. */
  companyId?: Input<string | undefined>;
  /** Id of the item, which must exist. A change replaces the resource. */
  itemId?: Input<string | undefined>;
  /** Number of the item, instead of `itemId`. The provider looks up the id of a new number once, in a preview only with a token. Letter case and leading zeros matter. */
  itemNumber?: Input<string | undefined>;
  /** Number of the item. A string: leading zeros matter. */
  number?: Input<string | undefined>;
  /** Name of the item. */
  displayName?: Input<string | undefined>;
  /** Kind of item: `Inventory`, `Service` or `Non-Inventory`. Any other value is sent unchanged, with a warning. */
  type?: Input<"Inventory" | "Service" | "Non-Inventory" | (string & {}) | undefined>;
  /** Id of the item category. The service sets `itemCategoryCode` to match. To unset it, use an empty string or the zero GUID. */
  itemCategoryId?: Input<string | undefined>;
  /** Code of the item category. The service sets `itemCategoryId` to match. */
  itemCategoryCode?: Input<string | undefined>;
  /** Id of the base unit of measure. The service sets `baseUnitOfMeasureCode` to match. To unset it, use an empty string or the zero GUID. */
  baseUnitOfMeasureId?: Input<string | undefined>;
  /** Code of the base unit of measure, for example `PCS`. The service sets `baseUnitOfMeasureId` to match. */
  baseUnitOfMeasureCode?: Input<string | undefined>;
  /** Id of the tax group. The service sets `taxGroupCode` to match. To unset it, use an empty string or the zero GUID. */
  taxGroupId?: Input<string | undefined>;
  /** Code of the tax group. The service sets `taxGroupId` to match. */
  taxGroupCode?: Input<string | undefined>;
  /** Whether transactions with the item are blocked. */
  blocked?: Input<boolean | undefined>;
  /** Global trade item number. A string: leading zeros matter. */
  gtin?: Input<string | undefined>;
  /** Whether `unitPrice` includes tax. */
  priceIncludesTax?: Input<boolean | undefined>;
  /** Cost of one unit, in the company's currency. */
  unitCost?: Input<number | undefined>;
  /** Price of one unit, in the company's currency. */
  unitPrice?: Input<number | undefined>;
  /** Undocumented fields of the item, by their names at the service. */
  additionalFields?: Input<{
    /** Second line of the name. */
    displayName2?: Input<string | undefined>;
    /** Id of the general product posting group. */
    generalProductPostingGroupId?: Input<string | undefined>;
    /** Code of the general product posting group. */
    generalProductPostingGroupCode?: Input<string | undefined>;
    /** Id of the inventory posting group. */
    inventoryPostingGroupId?: Input<string | undefined>;
    /** Code of the inventory posting group. */
    inventoryPostingGroupCode?: Input<string | undefined>;
    [field: string]: unknown;
  } | undefined>;
  /** Effect of destroying the resource: `retain` (default) leaves the record unchanged, `restore` restores the original values of the managed fields that still have the values of this resource. */
  onDestroy?: Input<"retain" | "restore" | undefined>;
}

/** Some fields of an existing item. Only the declared fields are sent; a warning names others that the service changes with them. */
export interface ItemOutputs {
  /** Id of the company. Default: `vendorcloud:companyId`. A change replaces the resource. */
  readonly companyId: Output<string>;
  /** Id of the item, which must exist. A change replaces the resource. */
  readonly itemId: Output<string>;
  /** Number of the item, instead of `itemId`. The provider looks up the id of a new number once, in a preview only with a token. Letter case and leading zeros matter. */
  readonly itemNumber: Output<string | undefined>;
  /** Number of the item. A string: leading zeros matter. */
  readonly number: Output<string>;
  /** Name of the item. */
  readonly displayName: Output<string>;
  /** Kind of item: `Inventory`, `Service` or `Non-Inventory`. Any other value is sent unchanged, with a warning. */
  readonly type: Output<string>;
  /** Id of the item category. The service sets `itemCategoryCode` to match. To unset it, use an empty string or the zero GUID. */
  readonly itemCategoryId: Output<string>;
  /** Code of the item category. The service sets `itemCategoryId` to match. */
  readonly itemCategoryCode: Output<string>;
  /** Id of the base unit of measure. The service sets `baseUnitOfMeasureCode` to match. To unset it, use an empty string or the zero GUID. */
  readonly baseUnitOfMeasureId: Output<string>;
  /** Code of the base unit of measure, for example `PCS`. The service sets `baseUnitOfMeasureId` to match. */
  readonly baseUnitOfMeasureCode: Output<string>;
  /** Id of the tax group. The service sets `taxGroupCode` to match. To unset it, use an empty string or the zero GUID. */
  readonly taxGroupId: Output<string>;
  /** Code of the tax group. The service sets `taxGroupId` to match. */
  readonly taxGroupCode: Output<string>;
  /** Whether transactions with the item are blocked. */
  readonly blocked: Output<boolean>;
  /** Global trade item number. A string: leading zeros matter. */
  readonly gtin: Output<string>;
  /** Quantity in stock, in the base unit of measure. */
  readonly inventory: Output<number | undefined>;
  /** Whether `unitPrice` includes tax. */
  readonly priceIncludesTax: Output<boolean>;
  /** Cost of one unit, in the company's currency. */
  readonly unitCost: Output<number>;
  /** Price of one unit, in the company's currency. */
  readonly unitPrice: Output<number>;
  /** When the record was last changed, as the service reports it. Not reliable: the provider does not use it to detect changes. */
  readonly lastModifiedDateTime: Output<string | undefined>;
  /** Undocumented fields of the item, by their names at the service. */
  readonly additionalFields: Output<Record<string, unknown> | undefined>;
  /** Effect of destroying the resource: `retain` (default) leaves the record unchanged, `restore` restores the original values of the managed fields that still have the values of this resource. */
  readonly onDestroy: Output<string | undefined>;
  /** Entity tag of the record when this resource last read or updated it. */
  readonly etag: Output<string | undefined>;
}
