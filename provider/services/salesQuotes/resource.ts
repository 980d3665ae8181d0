import type * as pulumi from "@pulumi/pulumi";
import type { SalesQuoteArgs, SalesQuoteOutputs } from "../../generated/salesQuote.js";
import { BridgedResource } from "../../protocols/dynamic/resource.js";
import { salesQuoteSchema } from "./schema.js";

/**
 * A sales quote with its lines, created by one deep insert, and at most once: when the answer is lost, the quote is
 * looked up by its `externalDocumentNumber` before anything is sent again. The id is the service's.
 *
 * Every change replaces the quote, the old one deleted first. A quote whose customer or lines another client has
 * changed is not deleted: `pulumi refresh` shows the change, then `pulumi up` or `pulumi destroy` decides.
 *
 * Document: "Business Records Update Interface and Request Limits", v2.0.
 */
export class SalesQuote extends BridgedResource {
  /**
   * Declares a sales quote with its lines, which is created once.
   *
   * @param name name of the resource in the program
   * @param args customer and lines
   * @param options Pulumi's own options
   */
  constructor(name: string, args: SalesQuoteArgs, options?: pulumi.CustomResourceOptions) {
    super(salesQuoteSchema, name, args, options);
  }
}

export interface SalesQuote extends SalesQuoteOutputs {}
