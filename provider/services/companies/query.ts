import { ProviderError } from "../../contract/providerError.js";
import type { ServiceQuery } from "../../core/serviceQuery.js";
import { ServiceError } from "../../http/serviceError.js";
import { connectBusiness } from "../../odata/batches.js";
import { isRecordId, toPlainRow } from "../../odata/bodies.js";
import { readPages } from "../../odata/pages.js";
import { text } from "../../schema/build.js";

export const getCompaniesQuery: ServiceQuery<undefined> = {
  name: "getCompanies",
  service: "business",
  withoutToken: {
    title: "the business service",
    consequence: "values that depend on its companies are unknown",
  },

  read: () => undefined,

  async ask(_question, context) {
    const { address, send } = connectBusiness(context);
    const root = `${address}/api/v2.0/`;
    const entities = await readPages(`${root}companies`, { send, root });
    return entities.map(({ fields }) => {
      if (!isRecordId(fields.id)) throw new ProviderError("the service returned a company without an id.");
      return toPlainRow(fields);
    });
  },

  hint: (error) =>
    error instanceof ServiceError && error.status === 404
      ? "check that `vendorcloud:businessUrl` is the address in front of `/api/`."
      : undefined,

  describe: () => ({
    description: "The companies that the account can access, from all pages.",
    arguments: {},
    list: "companies",
    item: "Company",
    result: {
      id: text("GUID of the company, the value of `companyId`."),
      name: text("Unique name."),
      displayName: text("Display name; may be empty, unlike `name`."),
      businessProfileId: text("Id of the company's business profile; empty for none."),
      systemVersion: text("Version of the service, for example `25.4.29661.29727`."),
      systemCreatedAt: text("When the company was created, in ISO 8601."),
      systemModifiedAt: text("When the company was last changed, in ISO 8601."),
    },
  }),
};
