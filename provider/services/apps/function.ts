import type * as pulumi from "@pulumi/pulumi";
import type { FunctionOptions } from "../../protocols/dynamic/function.js";
import { lookUp, lookUpOutput } from "../../protocols/dynamic/lookup.js";
import { getUserLookup as lookup } from "./lookup.js";

/** Which account asks. */
export type GetUserOptions = FunctionOptions;

/** A user of the app service, as the service has one: fields that are not listed here are there as well. */
export interface UserProfile {
  /** GUID of the user. */
  readonly id: string;
  /** Name as people read it: free text. */
  readonly display_name: string;
  /** E-mail address. */
  readonly email: string;
  /** Unique name, also that of the apps' owner in addresses. */
  readonly name: string;
  /** Address of a picture; `null` for none. */
  readonly avatar_url?: string | null;
  /** Whether the user signs in with a password of the service. */
  readonly can_change_password?: boolean;
  /** When the account was made, in ISO 8601. */
  readonly created_at?: string;
  /** Product that the account comes from. */
  readonly origin?: string;
  /** Rights, where the service tells them: `manager`, `developer`, `viewer`, `tester`. */
  readonly permissions?: readonly string[];
}

/**
 * Reads the profile of the user that the app service's token belongs to, in previews as well.
 *
 *     const { email } = await getUser();
 *
 * Document: "Instance Stop Operations and Developer API Tokens", v0.1.
 *
 * @param options which account asks
 * @returns the profile
 * @throws RunError, whose text does not hold the token, when address or token is not configured, when the service refuses or does not
 * answer, or when its answer is no profile
 */
export async function getUser(options: GetUserOptions = {}): Promise<UserProfile> {
  return lookUp(lookup, {}, options);
}

/**
 * {@link getUser} for a provider whose configuration is not known at once. In a preview the result is unknown where
 * that is, and where no token is configured, with a warning: a pull request from a fork can be previewed.
 *
 *     const email = getUserOutput().email;
 *
 * @param options which account asks
 * @returns the profile; fails as {@link getUser} does
 */
export function getUserOutput(options: GetUserOptions = {}): pulumi.Output<UserProfile> {
  return lookUpOutput(lookup, {}, options);
}
