import type * as pulumi from "@pulumi/pulumi";
import type { DefaultDimensionArgs, DefaultDimensionOutputs } from "../../generated/defaultDimension.js";
import { BridgedResource } from "../../protocols/dynamic/resource.js";
import { defaultDimensionSchema } from "./schema.js";

/**
 * A default dimension that exists on an item, a customer, an employee or a vendor. Only fields that differ are sent.
 * The service takes these updates without an entity tag, so a change that another client makes between the read and
 * the update is not noticed; one that was made before is, and is not overwritten.
 *
 * The id is `parentType/parentId/dimensionId`; another company, parent or dimension replaces the resource. Destroying
 * it leaves the dimension as it is, or puts earlier values back: see `onDestroy`.
 *
 * Document: "Business Records Update Interface and Request Limits", v1.0.
 */
export class DefaultDimension extends BridgedResource {
  /**
   * Declares fields of a default dimension that exists.
   *
   * @param name name of the resource in the program
   * @param args which dimension of which record, and the fields to manage
   * @param options Pulumi's own options
   */
  constructor(name: string, args: DefaultDimensionArgs, options?: pulumi.CustomResourceOptions) {
    super(defaultDimensionSchema, name, args, options);
  }
}

export interface DefaultDimension extends DefaultDimensionOutputs {}
