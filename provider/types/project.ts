// Generated from the schema by `npm run generate`. Do not edit.

import type { Input, Output } from "@pulumi/pulumi";

/**
 * Some fields of a project that exists: those that are declared are managed, all others left alone. Arguments common to all kinds.
 *
 * Source: document "Business Records Update Interface and Request Limits", v2.0.
 */
export interface ProjectBaseArgs {
  /** Id of the company. Default: `vendorcloud:companyId`. A change replaces the resource. */
  companyId?: Input<string | undefined>;
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
 * Some fields of a project that exists: those that are declared are managed, all others left alone. Arguments with `projectId`.
 *
 * Source: document "Business Records Update Interface and Request Limits", v2.0.
 */
export interface ProjectWithProjectIdArgs extends ProjectBaseArgs {
  /** Id of the project, which must exist. A change replaces the resource. */
  projectId: Input<string>;
  /** Not beside `projectId`. */
  projectNumber?: undefined;
}

/**
 * Some fields of a project that exists: those that are declared are managed, all others left alone. Arguments with `projectNumber`.
 *
 * Source: document "Business Records Update Interface and Request Limits", v2.0.
 */
export interface ProjectWithProjectNumberArgs extends ProjectBaseArgs {
  /** Not beside `projectNumber`. */
  projectId?: undefined;
  /** Number of the project, in place of `projectId`: the id is looked up when the number is new here, in a preview with a token as well, and is kept from then on. A text: letter case and leading zeros count. */
  projectNumber: Input<string>;
}

/**
 * Some fields of a project that exists: those that are declared are managed, all others left alone. Arguments.
 *
 * Source: document "Business Records Update Interface and Request Limits", v2.0.
 */
export type ProjectArgs =
  | ProjectWithProjectIdArgs
  | ProjectWithProjectNumberArgs;

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
  /** Number of the project, in place of `projectId`: the id is looked up when the number is new here, in a preview with a token as well, and is kept from then on. A text: letter case and leading zeros count. */
  readonly projectNumber: Output<string | undefined>;
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
