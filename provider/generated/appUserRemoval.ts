// Generated from the schema by `npm run generate`. Do not edit.

import type { Input, Output } from "@pulumi/pulumi";

/** The removal of a user from an app of the app distribution service. Arguments. */
export interface AppUserRemovalArgs {
  /** Name of the user or organization that owns the app, as in its web address `/users/<owner>/apps/<app>` or `/orgs/<owner>/apps/<app>`. A change replaces the resource. */
  ownerName: Input<string>;
  /** Name of the app, as in its web address. A change replaces the resource. */
  appName: Input<string>;
  /** E-mail address of the user to remove. Its letter case has no meaning. A change replaces the resource. */
  userEmail: Input<string>;
  /** Any value. A change repeats the action. Default: none, and the action runs once. */
  triggers?: Input<unknown>;
}

/** The removal of a user from an app of the app distribution service. */
export interface AppUserRemovalOutputs {
  /** Name of the user or organization that owns the app, as in its web address `/users/<owner>/apps/<app>` or `/orgs/<owner>/apps/<app>`. A change replaces the resource. */
  readonly ownerName: Output<string>;
  /** Name of the app, as in its web address. A change replaces the resource. */
  readonly appName: Output<string>;
  /** E-mail address of the user to remove. Its letter case has no meaning. A change replaces the resource. */
  readonly userEmail: Output<string>;
  /** Any value. A change repeats the action. Default: none, and the action runs once. */
  readonly triggers: Output<unknown>;
}
