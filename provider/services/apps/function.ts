import type * as pulumi from "@pulumi/pulumi";
import { requireNone } from "../../core/lookupProblems.js";
import type { FunctionOptions } from "../../dynamic/function.js";
import { type Lookup, lookUp, lookUpOutput } from "../../dynamic/lookup.js";
import type { AppClient } from "./client.js";
import { refusalHint } from "./hint.js";

/** Loaded with the first question: most programs ask none. */
const client = (): { AppClient: typeof AppClient } => require("./client.js");

const lookup: Lookup<undefined, UserProfile> = {
  name: "getUser",
  service: "apps",
  withoutToken: { title: "the app service", consequence: "what depends on the profile is unknown" },

  read(_args, settings) {
    requireNone(settings.problems("apps"));
    return undefined;
  },

  async ask(_question, context) {
    return (await new (client().AppClient)(context).user()) as UserProfile;
  },

  hint: (error, settings) => refusalHint(error, RIGHTS, settings),
};

const RIGHTS =
  "a profile is a user's, so it takes a user token, Full Access or Read-Only: an app token works within its app only.";

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
