import { expect } from "chai";
import { describe, it } from "mocha";
import { UNKNOWN } from "../../../provider/schema/json.js";
import { customerSchema } from "../../../provider/services/records/schema.js";
import { salesQuoteSchema } from "../../../provider/services/salesQuotes/schema.js";
import { customer, hooks, line, quote } from "../support/businessHooks.js";
import { businessConfiguration, COMPANY, RECORD } from "../support/businessService.js";

/** `check` and `diff` of business records: arguments in, arguments or a decision out. */

describe("checking business records", () => {
  it("fills in the company that is configured, and refuses one that is none", async () => {
    const check = async (companyId: string) =>
      (
        await hooks(customerSchema, { ...businessConfiguration, "vendorcloud:companyId": companyId })
      ).hooks.check({}, { customerId: RECORD });
    expect((await check(COMPANY)).inputs).to.deep.equal(customer);
    expect((await check("CRONUS")).failures).to.deep.equal([
      {
        property: "",
        reason: "companyId: must be a GUID; `getCompanies` lists the companies with their ids and names",
      },
    ]);
  });

  it("says how to set the company, and the address of the service", async () => {
    const { hooks: both } = await hooks(customerSchema, {});
    const { failures } = await both.check({}, { customerId: RECORD });
    const reasons = (failures ?? []).map(({ reason }) => reason);
    expect(reasons).to.have.length(2);
    expect(reasons[0]).to.match(/^vendorcloud:businessUrl: required\. .*VENDORCLOUD_BUSINESS_URL/);
    expect(reasons[1]).to.match(/^companyId: required\. .*vendorcloud:companyId.*VENDORCLOUD_COMPANY_ID/);
  });

  it("takes values that are not known yet", async () => {
    const { hooks: both } = await hooks(salesQuoteSchema);
    const args = { ...quote, customerId: UNKNOWN, salesQuoteLines: [line(UNKNOWN, 1), line(UNKNOWN, 2)] };
    expect(await both.check({}, args)).to.deep.equal({ inputs: args });
  });

  it("names no value in a problem", async () => {
    const { hooks: both } = await hooks(customerSchema);
    const { failures } = await both.check({}, { ...customer, taxAreaId: "canary-1", onDestroy: "canary-2" });
    expect(failures).to.have.length(2);
    expect(JSON.stringify(failures)).not.to.include("canary");
  });
});
