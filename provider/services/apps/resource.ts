import type * as pulumi from "@pulumi/pulumi";
import type { AppUserRemovalArgs, AppUserRemovalOutputs } from "../../generated/appUserRemoval.js";
import { BridgedResource } from "../../protocols/dynamic/resource.js";
import { appUserRemovalSchema } from "./schema.js";

/**
 * The removal of a user from an app. It is done once, and again when `triggers` changes; that the user is not there
 * (any more) is no error, and is reported with a message. A refresh asks for nothing, and destroying the resource
 * does nothing: the user stays removed.
 *
 * The id is `ownerName/appName/userEmail`; another owner, app or user is another removal.
 *
 * Document: "Instance Stop Operations and Developer API Tokens", v0.1.
 */
export class AppUserRemoval extends BridgedResource {
  /**
   * Declares the removal of a user from an app.
   *
   * @param name name of the resource in the program
   * @param args which user to remove from which app
   * @param options Pulumi's own options
   */
  constructor(name: string, args: AppUserRemovalArgs, options?: pulumi.CustomResourceOptions) {
    super(appUserRemovalSchema, name, args, options);
  }
}

export interface AppUserRemoval extends AppUserRemovalOutputs {}
