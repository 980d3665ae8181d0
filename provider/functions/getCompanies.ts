import type * as pulumi from "@pulumi/pulumi";
import { queries } from "../generated/queries.js";
import { callFunction, callFunctionOutput, type FunctionOptions } from "../protocols/dynamic/function.js";

/** Which account to use. */
export type GetCompaniesOptions = FunctionOptions;

/** A company of the business service, with all fields that the service returns, including fields that are not listed here. */
export interface Company {
  /** GUID of the company, the value of `companyId`. */
  readonly id: string;
  /** Unique name. */
  readonly name: string;
  /** Display name; may be empty, unlike `name`. */
  readonly displayName?: string;
  /** Id of the company's business profile; empty for none. */
  readonly businessProfileId?: string;
  /** Version of the service, for example `25.4.29661.29727`. */
  readonly systemVersion?: string;
  /** When the company was created, in ISO 8601. */
  readonly systemCreatedAt?: string;
  /** When the company was last changed, in ISO 8601. */
  readonly systemModifiedAt?: string;
}

/**
 * Reads the companies that the account can access, from all pages, in previews as well.
 *
 *     const companies = await getCompanies();
 *     const companyId = companies.find(({ name }) => name === "Harbour Trading Ltd.")?.id;
 *
 * Document: "Business Records Update Interface and Request Limits", v2.0. Its addresses begin with a company; it does not
 * document this request.
 *
 * @param options which account to use
 * @returns the companies
 * @throws RunError when the address or the token is not configured, when the service refuses the request or does not respond,
 * when a page links to another address, or when a company has no id
 */
export async function getCompanies(options: GetCompaniesOptions = {}): Promise<Company[]> {
  return callFunction(queries.getCompanies, {}, options);
}

/**
 * {@link getCompanies} for a provider whose configuration may be unknown in a preview. The result is unknown if the configuration is, or
 * if a preview has no token; a warning says so.
 *
 *     const companyId = getCompaniesOutput().apply(([company]) => company?.id);
 *
 * @param options which account to use
 * @returns the companies; fails as {@link getCompanies} does
 */
export function getCompaniesOutput(options: GetCompaniesOptions = {}): pulumi.Output<Company[]> {
  return callFunctionOutput(queries.getCompanies, {}, options);
}
