import { expect } from "chai";
import { describe, it } from "mocha";
import type { Lifecycle } from "../../../../provider/lifecycle.js";
import { type JsonObject, UNKNOWN } from "../../../../provider/schema/json.js";
import { META } from "../../../../provider/schema/meta.js";
import {
  customerLifecycle,
  itemLifecycle,
  projectLifecycle,
} from "../../../../provider/services/records/lifecycle.js";
import { salesQuoteLifecycle } from "../../../../provider/services/salesQuotes/lifecycle.js";
import { rejection } from "../../http/answers.js";
import { line } from "../../support/businessHooks.js";
import {
  BUSINESS,
  business,
  businessConfiguration,
  COMPANY,
  collection,
  OTHER,
  PARENT,
  RECORD,
} from "../../support/businessService.js";
import { hooksOf } from "../../support/hooks.js";
import { useMockedNetwork } from "../../support/mockedNetwork.js";

type Row = [lifecycle: Lifecycle, collection: string, id: string, by: string, more?: JsonObject];

const kinds: Row[] = [
  [customerLifecycle, "customers", "customerId", "customerNumber"],
  [itemLifecycle, "items", "itemId", "itemNumber"],
  [projectLifecycle, "projects", "projectId", "projectNumber"],
  [
    salesQuoteLifecycle,
    "customers",
    "customerId",
    "customerNumber",
    { salesQuoteLines: [line(OTHER, 1)], externalDocumentNumber: "" },
  ],
];

const NUMBER = "O'Neil 007";
const FILTER = "number eq 'O''Neil 007'";
const TOKENLESS = { "vendorcloud:businessUrl": BUSINESS };

for (const [lifecycle, records, id, by, more = {}] of kinds) {
  describe(`${lifecycle.schema.title}: ${id} by ${by}`, () => {
    useMockedNetwork();

    const args = { companyId: COMPANY, [by]: NUMBER, ...more };
    const found = { ...args, [id]: RECORD };
    const answering = (...answered: JsonObject[]) =>
      business.list("v2.0", records, FILTER).reply(200, collection(...answered));
    const hooks = (values: Record<string, string> = businessConfiguration) => hooksOf(lifecycle, values);
    const reasons = (checked: { failures?: { reason: string }[] }) =>
      (checked.failures ?? []).map(({ reason }) => reason);

    it("asks once, and keeps the id with the number", async () => {
      answering({ id: RECORD, number: NUMBER });
      const { hooks: both } = await hooks();
      expect(await both.check({}, args)).to.deep.equal({ inputs: found });
      expect(await both.check(found, args)).to.deep.equal({ inputs: found });
    });

    it("asks again for another number and for another company", async () => {
      const { hooks: both } = await hooks();
      const asked = business.list("v2.0", records, "number eq 'C2'");
      asked.reply(200, collection({ id: PARENT, number: "C2" }));
      const { inputs } = await both.check(found, { ...args, [by]: "C2" });
      expect(inputs).to.deep.equal({ ...found, [by]: "C2", [id]: PARENT });
      expect(await both.diff("id", found, inputs)).to.deep.include({ replaces: [id] });
      expect(await rejection(both.check(found, { ...args, companyId: OTHER }))).to.be.instanceOf(Error);
    });

    it("is no other record when a program names it by its id from now on, or by its number", async () => {
      const { hooks: both } = await hooks();
      const { [by]: _, ...withId } = found;
      expect(await both.diff("id", found, withId)).to.deep.include({ replaces: [] });
      answering({ id: RECORD.toUpperCase(), number: NUMBER });
      expect(await both.check(withId, args)).to.deep.equal({ inputs: found });
    });

    it("is a problem when no record has the number, or several", async () => {
      const { hooks: both } = await hooks();
      answering();
      expect(reasons(await both.check({}, args))).to.deep.equal([
        `${by}: no record of ${records} in company ${COMPANY} has this number`,
      ]);
      answering({ id: RECORD, number: NUMBER }, { id: OTHER, number: NUMBER });
      expect(reasons(await both.check({}, args))).to.deep.equal([
        `${by}: 2 records of ${records} in company ${COMPANY} have this number`,
      ]);
    });

    it("takes no other record for it", async () => {
      const { hooks: both } = await hooks();
      for (const answered of [
        { id: OTHER, number: NUMBER.toLowerCase() },
        { id: OTHER },
        { id: "../x", number: NUMBER },
        { number: NUMBER },
      ]) {
        answering(answered);
        const error = await rejection(both.check({}, args));
        expect(String(error)).to.include("the records are not those that were asked about");
      }
    });

    it("asks nothing without a token, and a create then fails for the token", async () => {
      const { hooks: both } = await hooks(TOKENLESS);
      const { inputs } = await both.check({}, args);
      expect(inputs).to.deep.equal(args);
      expect(String(await rejection(both.create(inputs)))).to.include("no token is configured");
      expect(await both.check(found, args)).to.deep.equal({ inputs: found });
    });

    it("waits for a number that is not known yet", async () => {
      const { hooks: both } = await hooks();
      const unknown = { ...args, [by]: UNKNOWN };
      expect(await both.check({}, unknown)).to.deep.equal({ inputs: { ...unknown, [id]: UNKNOWN } });
      const { inputs } = await both.check(found, unknown);
      expect(await both.diff("id", found, inputs)).to.deep.include({ replaces: [id] });
    });

    it("wants one of the two", async () => {
      const { hooks: both } = await hooks();
      expect(reasons(await both.check({}, found))).to.deep.equal([
        `${by}: give either this or ${id}, not both`,
      ]);
      expect(reasons(await both.check(found, found))).to.have.length(1);
      const { [by]: _, ...neither } = args;
      expect(reasons(await both.check({}, neither))).to.deep.equal([
        `${id}: required. Give it, or ${by}, by which it is looked up`,
      ]);
      expect(reasons(await both.check({}, { ...args, [by]: "" }))).to.deep.equal([
        `${by}: must not be empty`,
      ]);
    });
  });
}

describe("a record that is named by its number here and by its id there", () => {
  useMockedNetwork();
  const named = (name: string, args: JsonObject): JsonObject => ({
    ...{ companyId: COMPANY, ...args },
    [META.urn]: `urn:pulumi:dev::p::vendorcloud:Customer::${name}`,
  });

  it("is one record, of which each field is declared once", async () => {
    const { hooks: both } = await hooksOf(customerLifecycle, businessConfiguration);
    const answered = { id: RECORD.toUpperCase(), number: NUMBER };
    business.list("v2.0", "customers", FILTER).reply(200, collection(answered));
    await both.check({}, named("byNumber", { customerNumber: NUMBER, displayName: "A" }));
    const byId = (field: JsonObject) => both.check({}, named("byId", { customerId: RECORD, ...field }));
    expect((await byId({ displayName: "B" })).failures?.[0]?.reason).to.match(/^displayName: declared twice/);
    expect((await byId({ city: "B" })).failures ?? []).to.deep.equal([]);
  });
});
