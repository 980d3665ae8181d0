// Generated from the schema by `npm run generate`. Do not edit.

import type { Input, Output } from "@pulumi/pulumi";

/**
 * Some fields of a project that exists: those that are declared are managed, all others left alone. Arguments.
 *
 * Source: document "Business Records Update Interface and Request Limits", v2.0.
 */
export interface ProjectArgs {
  /** Id of the company. Default: `vendorcloud:companyId`. A change replaces the resource. */
  companyId?: Input<string | undefined>;
  /** Id of the project, which must exist. A change replaces the resource. */
  projectId: Input<string>;
  /** Number of the project. A text: leading zeros count. */
  number?: Input<string | undefined>;
  /** Name of the project. */
  displayName?: Input<string | undefined>;
  /** Further fields of the project, by their names at the service: those that the documents do not list. */
  additionalFields?: Input<Record<string, unknown> | undefined>;
  /** What destroying the resource does: `retain` (default) leaves the record as it is, `restore` puts the values back that the managed fields held before, wherever the present ones are still those of this resource. */
  onDestroy?: Input<"retain" | "restore" | undefined>;
}

/**
 * Some fields of a project that exists: those that are declared are managed, all others left alone.
 *
 * Source: document "Business Records Update Interface and Request Limits", v2.0.
 */
export interface ProjectOutputs {
  /** Id of the company. Default: `vendorcloud:companyId`. A change replaces the resource. */
  readonly companyId: Output<string>;
  /** Id of the project, which must exist. A change replaces the resource. */
  readonly projectId: Output<string>;
  /** Number of the project. A text: leading zeros count. */
  readonly number: Output<string>;
  /** Name of the project. */
  readonly displayName: Output<string>;
  /** Further fields of the project, by their names at the service: those that the documents do not list. */
  readonly additionalFields: Output<Record<string, unknown> | undefined>;
  /** What destroying the resource does: `retain` (default) leaves the record as it is, `restore` puts the values back that the managed fields held before, wherever the present ones are still those of this resource. */
  readonly onDestroy: Output<string | undefined>;
  /** Entity tag of the record when it was last read or updated here. */
  readonly etag: Output<string | undefined>;
}
