import { expect } from "chai";
import { describe, it } from "mocha";
import { type JsonObject, UNKNOWN } from "../../../provider/schema/json.js";
import type { ResourceSchema } from "../../../provider/schema/keywords.js";
import { defaultDimensionSchema } from "../../../provider/services/defaultDimensions/schema.js";
import { customerSchema } from "../../../provider/services/records/schema.js";
import { salesQuoteSchema } from "../../../provider/services/salesQuotes/schema.js";
import { customer, dimension, hooks, line, quote } from "../support/businessHooks.js";
import { businessConfiguration, COMPANY, NO_ID, OTHER, PARENT, RECORD } from "../support/businessService.js";

/** `check` and `diff` of business records: arguments in, arguments or a decision out. */

type Row = [schema: ResourceSchema, least: JsonObject, before: JsonObject, after: JsonObject];

const blanks = [" ", "", "_x0020_"];
const respelled: Row[] = [
  [customerSchema, customer, { blocked: "ship" }, { blocked: "Ship" }],
  ...blanks.flatMap((one) =>
    blanks.map((other): Row => [customerSchema, customer, { blocked: one }, { blocked: other }]),
  ),
  [
    customerSchema,
    customer,
    { taxAreaId: OTHER },
    { companyId: COMPANY.toUpperCase(), customerId: RECORD.toUpperCase(), taxAreaId: OTHER.toUpperCase() },
  ],
  [customerSchema, customer, { taxAreaId: NO_ID }, { taxAreaId: "" }],
  [customerSchema, customer, { taxAreaId: "" }, { taxAreaId: NO_ID }],
  [customerSchema, customer, { city: null }, {}],
  [
    customerSchema,
    customer,
    { additionalFields: { a: 1, b: { c: [1] } } },
    { additionalFields: { b: { c: [1] }, a: 1 } },
  ],
  [
    defaultDimensionSchema,
    dimension,
    { postingValidation: "Same Code" },
    { parentType: "Items", postingValidation: "Same_x0020_Code" },
  ],
  [
    salesQuoteSchema,
    { ...quote, externalDocumentNumber: "m" },
    {},
    { salesQuoteLines: [line(OTHER, 1), line(PARENT.toUpperCase(), 2)] },
  ],
];

describe("business records in another spelling", () => {
  for (const [schema, least, ...values] of respelled) {
    it(`${schema.title} ${JSON.stringify(values)}: the old inputs, and no change`, async () => {
      const { hooks: both, log } = await hooks(schema);
      const [before, after] = values.map((value) => ({ ...least, ...value })) as [JsonObject, JsonObject];
      const { inputs, failures } = await both.check(before, after);
      expect([inputs, failures ?? []]).to.deep.equal([before, []]);
      expect(await both.diff("id", before, after)).to.deep.equal({ changes: false });
      expect(log.warnings).to.deep.equal([]);
    });
  }

  it("beside a real change, the rest keeps its spelling", async () => {
    const { hooks: both } = await hooks(customerSchema);
    const before = { ...customer, blocked: "ship", number: "0007", taxAreaId: "", onDestroy: "restore" };
    const after = { ...customer, blocked: "Ship", number: "7", taxAreaId: NO_ID, onDestroy: "Restore" };
    expect((await both.check(before, after)).inputs).to.deep.equal({ ...before, number: "7" });
  });
});

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

  it("drops what comes from the service, with a warning", async () => {
    const { hooks: both, log } = await hooks(customerSchema);
    expect((await both.check({}, { ...customer, etag: "x" })).inputs).to.deep.equal(customer);
    expect(log.warnings).to.deep.equal(["Customer: etag: is set by the service; not sent"]);
  });

  it("names no value in a problem", async () => {
    const { hooks: both } = await hooks(customerSchema);
    const { failures } = await both.check({}, { ...customer, taxAreaId: "canary-1", onDestroy: "canary-2" });
    expect(failures).to.have.length(2);
    expect(JSON.stringify(failures)).not.to.include("canary");
  });
});
