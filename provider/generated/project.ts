// Generated from the schema by `npm run generate`. Do not edit.

import type { Input, Output } from "@pulumi/pulumi";

/** Some fields of an existing project. Only the declared fields are sent; a warning names others that the service changes with them. Arguments. */
export interface ProjectArgs {
  /** Id of the company. Default: `vendorcloud:companyId`. A change replaces the resource. */
  companyId?: Input<string | undefined>;
  /** Id of the project, which must exist. A change replaces the resource. */
  projectId?: Input<string | undefined>;
  /** Number of the project, instead of `projectId`. The provider looks up the id of a new number once, in a preview only with a token. Letter case and leading zeros matter. */
  projectNumber?: Input<string | undefined>;
  /** Number of the project. A string: leading zeros matter. */
  number?: Input<string | undefined>;
  /** Name of the project. */
  displayName?: Input<string | undefined>;
  /** Undocumented fields of the project, by their names at the service. */
  additionalFields?: Input<Record<string, unknown> | undefined>;
  /** Effect of destroying the resource: `retain` (default) leaves the record unchanged, `restore` restores the original values of the managed fields that still have the values of this resource. */
  onDestroy?: Input<"retain" | "restore" | undefined>;
}

/** Some fields of an existing project. Only the declared fields are sent; a warning names others that the service changes with them. */
export interface ProjectOutputs {
  /** Id of the company. Default: `vendorcloud:companyId`. A change replaces the resource. */
  readonly companyId: Output<string>;
  /** Id of the project, which must exist. A change replaces the resource. */
  readonly projectId: Output<string>;
  /** Number of the project, instead of `projectId`. The provider looks up the id of a new number once, in a preview only with a token. Letter case and leading zeros matter. */
  readonly projectNumber: Output<string | undefined>;
  /** Number of the project. A string: leading zeros matter. */
  readonly number: Output<string>;
  /** Name of the project. */
  readonly displayName: Output<string>;
  /** Undocumented fields of the project, by their names at the service. */
  readonly additionalFields: Output<Record<string, unknown> | undefined>;
  /** Effect of destroying the resource: `retain` (default) leaves the record unchanged, `restore` restores the original values of the managed fields that still have the values of this resource. */
  readonly onDestroy: Output<string | undefined>;
  /** Entity tag of the record when this resource last read or updated it. */
  readonly etag: Output<string | undefined>;
}
