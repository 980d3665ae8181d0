import { expect } from "chai";
import { describe, it } from "mocha";
import { Settings } from "../../../provider/contract/configuration.js";
import { withCommand, withConfigured } from "../../../provider/core/configuredArguments.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { UNKNOWN } from "../../../provider/schema/json.js";
import { defaultDimensionSchema } from "../../../provider/services/defaultDimensions/schema.js";
import { customerSchema, itemSchema, projectSchema } from "../../../provider/services/records/schema.js";
import { salesQuoteSchema } from "../../../provider/services/salesQuotes/schema.js";
import { configuration } from "../support/hooks.js";

const settings = (values: Record<string, string> = { "vendorcloud:companyId": "configured" }) =>
  new Settings(configuration(values), {});

describe("arguments that the configuration may fill in", () => {
  for (const schema of [
    customerSchema,
    itemSchema,
    projectSchema,
    defaultDimensionSchema,
    salesQuoteSchema,
  ]) {
    const filled = (args: JsonObject, from = settings()) => withConfigured(schema, args, from);

    it(`${schema.title}: the company, where the program gives none`, () => {
      expect(filled({ customerId: "c" })).to.deep.equal({ customerId: "c", companyId: "configured" });
      expect(filled({ companyId: null })).to.deep.equal({ companyId: "configured" });
      for (const companyId of ["own", "", UNKNOWN])
        expect(filled({ companyId })).to.deep.equal({ companyId });
      expect(filled({}, settings({}))).to.deep.equal({});
    });

    it(`${schema.title}: the environment's company wins over the stack's`, () => {
      const environment = { VENDORCLOUD_COMPANY_ID: "from the environment" };
      const both = new Settings(configuration({ "vendorcloud:companyId": "configured" }), environment);
      expect(filled({}, both)).to.deep.equal({ companyId: "from the environment" });
    });

    it(`${schema.title}: only a missing company is told how to be set for all`, () => {
      const told = withCommand(schema, { path: "companyId", message: "required" }).message;
      expect(told).to.equal(
        "required. Set it, or set a default with `pulumi config set vendorcloud:companyId <value>`, or the " +
          "environment variable VENDORCLOUD_COMPANY_ID",
      );
      for (const finding of [
        { path: "companyId", message: "must be a GUID" },
        { path: "customerId", message: "required" },
        { path: "subscriptionId", message: "required" },
      ]) {
        expect(withCommand(schema, finding)).to.deep.equal(finding);
      }
    });
  }
});
