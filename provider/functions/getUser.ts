import type * as pulumi from "@pulumi/pulumi";
import { queries } from "../generated/queries.js";
import { callFunction, callFunctionOutput, type FunctionOptions } from "../protocols/dynamic/function.js";

/** Which account to use. */
export type GetUserOptions = FunctionOptions;

/** A user of the app service, with all fields that the service returns, including fields that are not listed here. */
export interface UserProfile {
  /** GUID of the user. */
  readonly id: string;
  /** Display name: any text. */
  readonly display_name: string;
  /** E-mail address. */
  readonly email: string;
  /** Unique name. It is also the owner name in the addresses of apps. */
  readonly name: string;
  /** Address of a picture; `null` for none. */
  readonly avatar_url?: string | null;
  /** Whether the user signs in with a password of the service. */
  readonly can_change_password?: boolean;
  /** When the account was created, in ISO 8601. */
  readonly created_at?: string;
  /** Product that the account comes from. */
  readonly origin?: string;
  /** Permissions, if the service returns them: `manager`, `developer`, `viewer`, `tester`. */
  readonly permissions?: readonly string[];
}

/**
 * Reads the profile of the user who owns the app service's token, in previews as well.
 *
 *     const { email } = await getUser();
 *
 * Document: "Instance Stop Operations and Developer API Tokens", v0.1.
 *
 * @param options which account to use
 * @returns the profile
 * @throws RunError when the address or the token is not configured, when the service refuses the request or does not respond, or
 * when its response is not a profile
 */
export async function getUser(options: GetUserOptions = {}): Promise<UserProfile> {
  return callFunction(queries.getUser, {}, options);
}

/**
 * {@link getUser} for a provider whose configuration may be unknown in a preview. The result is unknown if the configuration is,
 * or if a preview has no token; a warning says so.
 *
 *     const email = getUserOutput().email;
 *
 * @param options which account to use
 * @returns the profile; fails as {@link getUser} does
 */
export function getUserOutput(options: GetUserOptions = {}): pulumi.Output<UserProfile> {
  return callFunctionOutput(queries.getUser, {}, options);
}
