import type * as pulumi from "@pulumi/pulumi";
import type {
  ApplicationServerInstanceStopArgs,
  ApplicationServerInstanceStopOutputs,
} from "../../generated/applicationServerInstanceStop.js";
import type {
  DatabaseInstanceStopArgs,
  DatabaseInstanceStopOutputs,
} from "../../generated/databaseInstanceStop.js";
import { BridgedResource } from "../../protocols/dynamic/resource.js";
import { applicationServerInstanceStopSchema, databaseInstanceStopSchema } from "./schema.js";

/**
 * Stops the database instance of an ERP system: when the resource is created and whenever `triggers` change, or, with
 * `stopOn: "destroy"`, when it is destroyed. Unchanged, it sends nothing. The id is the path of the instance.
 *
 * An instance that is stopped already is left alone; one that is being stopped is waited for: a run that was killed or gave up is
 * taken up by the next one, and the service gets one stop. A stop that failed is tried again by the next `up`; one
 * that was canceled at the service is not. Destroying the resource starts nothing.
 *
 * Document: "Instance Stop Operations and Developer API Tokens", 2023-04-01.
 */
export class DatabaseInstanceStop extends BridgedResource {
  /**
   * Declares the stop of a database instance of an ERP system.
   *
   * @param name name of the resource in the program
   * @param args which instance, and when and how it is stopped
   * @param options Pulumi's own options; `dependsOn` its application servers' stops has those done first
   */
  constructor(name: string, args: DatabaseInstanceStopArgs, options?: pulumi.CustomResourceOptions) {
    super(databaseInstanceStopSchema, name, args, options);
  }
}

export interface DatabaseInstanceStop extends DatabaseInstanceStopOutputs {}

/**
 * Stops an application server instance of an ERP system, in all like {@link DatabaseInstanceStop}.
 *
 * Document: "Instance Stop Operations and Developer API Tokens", 2023-04-01.
 */
export class ApplicationServerInstanceStop extends BridgedResource {
  /**
   * Declares the stop of an application server instance of an ERP system.
   *
   * @param name name of the resource in the program
   * @param args which instance, and when and how it is stopped
   * @param options Pulumi's own options
   */
  constructor(name: string, args: ApplicationServerInstanceStopArgs, options?: pulumi.CustomResourceOptions) {
    super(applicationServerInstanceStopSchema, name, args, options);
  }
}

export interface ApplicationServerInstanceStop extends ApplicationServerInstanceStopOutputs {}
