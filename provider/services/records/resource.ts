import type * as pulumi from "@pulumi/pulumi";
import type { CustomerArgs, CustomerOutputs } from "../../generated/customer.js";
import type { ItemArgs, ItemOutputs } from "../../generated/item.js";
import type { ProjectArgs, ProjectOutputs } from "../../generated/project.js";
import { BridgedResource } from "../../protocols/dynamic/resource.js";
import { customerSchema, itemSchema, projectSchema } from "./schema.js";

/**
 * Some fields of a customer that exists at the business service. Declared fields are managed: only those that differ
 * are sent, under the record's entity tag, and no change of another client is overwritten unseen. All other
 * fields are left alone; their values are outputs. The resource's id is the customer's, which may be named by its number.
 *
 * Destroying it leaves the record as it is, or puts earlier values back: see `onDestroy`. Another `customerId` or
 * `companyId` replaces the resource.
 *
 * Document: "Business Records Update Interface and Request Limits", v2.0.
 */
export class Customer extends BridgedResource {
  /**
   * Declares fields of a customer that exists.
   *
   * @param name name of the resource in the program
   * @param args which customer, and the fields to manage
   * @param options Pulumi's own options
   */
  constructor(name: string, args: CustomerArgs, options?: pulumi.CustomResourceOptions) {
    super(customerSchema, name, args, options);
  }
}

export interface Customer extends CustomerOutputs {}

/**
 * Some fields of an item that exists at the business service; see {@link Customer} for how they are managed. The
 * resource's id is the item's; another `itemId` or `companyId` replaces the resource.
 *
 * Document: "Business Records Update Interface and Request Limits", v2.0.
 */
export class Item extends BridgedResource {
  /**
   * Declares fields of an item that exists.
   *
   * @param name name of the resource in the program
   * @param args which item, and the fields to manage
   * @param options Pulumi's own options
   */
  constructor(name: string, args: ItemArgs, options?: pulumi.CustomResourceOptions) {
    super(itemSchema, name, args, options);
  }
}

export interface Item extends ItemOutputs {}

/**
 * Some fields of a project that exists at the business service; see {@link Customer} for how they are managed. The
 * resource's id is the project's; another `projectId` or `companyId` replaces the resource.
 *
 * Document: "Business Records Update Interface and Request Limits", v2.0.
 */
export class Project extends BridgedResource {
  /**
   * Declares fields of a project that exists.
   *
   * @param name name of the resource in the program
   * @param args which project, and the fields to manage
   * @param options Pulumi's own options
   */
  constructor(name: string, args: ProjectArgs, options?: pulumi.CustomResourceOptions) {
    super(projectSchema, name, args, options);
  }
}

export interface Project extends ProjectOutputs {}
