import type * as pulumi from "@pulumi/pulumi";
import type { FunctionOptions } from "../../protocols/dynamic/function.js";
import { lookUp, lookUpOutput } from "../../protocols/dynamic/lookup.js";
import { getCompaniesLookup as lookup } from "./lookup.js";

/** Which account asks. */
export type GetCompaniesOptions = FunctionOptions;

/** A company of the business service, as the service has one: fields that are not listed here are there as well. */
export interface Company {
  /** GUID of the company: what `companyId` takes. */
  readonly id: string;
  /** Name, which no other company has. */
  readonly name: string;
  /** Name as people read it; empty where `name` is. */
  readonly displayName?: string;
  /** Id of the company's business profile; empty for none. */
  readonly businessProfileId?: string;
  /** Version of the service, for example `25.4.29661.29727`. */
  readonly systemVersion?: string;
  /** When the company was made, in ISO 8601. */
  readonly systemCreatedAt?: string;
  /** When the company was last changed, in ISO 8601. */
  readonly systemModifiedAt?: string;
}

/**
 * Reads the companies that the account can see, from all pages, in previews as well.
 *
 *     const companies = await getCompanies();
 *     const companyId = companies.find(({ name }) => name === "Harbour Trading Ltd.")?.id;
 *
 * Document: "Business Records Update Interface and Request Limits", v2.0, whose addresses begin with a company; it does
 * not show the request.
 *
 * @param options which account asks
 * @returns the companies
 * @throws RunError, whose text does not hold the token, when address or token is not configured, when the service refuses or does not
 * answer, when its pages lead to another address, or when a company has no id
 */
export async function getCompanies(options: GetCompaniesOptions = {}): Promise<Company[]> {
  return lookUp(lookup, {}, options);
}

/**
 * {@link getCompanies} for a provider whose configuration is not known at once. In a preview the result is unknown where
 * that is, and where no token is configured, with a warning: a pull request from a fork can be previewed.
 *
 *     const companyId = getCompaniesOutput().apply(([company]) => company?.id);
 *
 * @param options which account asks
 * @returns the companies; fails as {@link getCompanies} does
 */
export function getCompaniesOutput(options: GetCompaniesOptions = {}): pulumi.Output<Company[]> {
  return lookUpOutput(lookup, {}, options);
}
