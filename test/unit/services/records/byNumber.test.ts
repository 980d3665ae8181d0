import { expect } from "chai";
import { beforeEach, describe, it } from "mocha";
import type { Lifecycle } from "../../../../provider/contract/lifecycle.js";
import { STORED } from "../../../../provider/core/storedNames.js";
import { META } from "../../../../provider/protocols/dynamic/names.js";
import { type JsonObject, UNKNOWN } from "../../../../provider/schema/json.js";
import { defaultDimensionLifecycle } from "../../../../provider/services/defaultDimensions/lifecycle.js";
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

const unmarked = { salesQuoteLines: [line(OTHER, 1)], externalDocumentNumber: "" };
const kinds: Row[] = [
  [customerLifecycle, "customers", "customerId", "customerNumber"],
  [itemLifecycle, "items", "itemId", "itemNumber"],
  [projectLifecycle, "projects", "projectId", "projectNumber"],
  [salesQuoteLifecycle, "customers", "customerId", "customerNumber", unmarked],
];

const URN = "urn:pulumi:dev::p::vendorcloud:Record::named";
const NUMBER = "O'Neil 007";
const FILTER = "number eq 'O''Neil 007'";
const TOKENLESS = { "vendorcloud:businessUrl": BUSINESS };

type Hooks = Awaited<ReturnType<typeof hooksOf>>["hooks"];

async function reasonsOf(checked: ReturnType<Hooks["check"]>): Promise<string[]> {
  return ((await checked).failures ?? []).map(({ reason }) => reason);
}

for (const [lifecycle, records, id, by, more = {}] of kinds) {
  describe(`${lifecycle.schema.title}: ${id} by ${by}`, () => {
    useMockedNetwork();

    const args = { companyId: COMPANY, [by]: NUMBER, ...more };
    const found = { ...args, [id]: RECORD };
    const answering = (...answered: JsonObject[]) =>
      business.list("v2.0", records, FILTER).reply(200, collection(...answered));
    let both: Hooks;
    beforeEach(async () => {
      both = (await hooksOf(lifecycle, businessConfiguration)).hooks;
    });
    const reasons = (news: JsonObject = args, olds: JsonObject = {}) => reasonsOf(both.check(olds, news));

    it("looks the id up once, and keeps it with the number", async () => {
      answering({ id: RECORD, number: NUMBER });
      expect(await both.check({}, args)).to.deep.equal({ inputs: found });
      expect(await both.check(found, args)).to.deep.equal({ inputs: found });
      // `ignoreChanges` brings the id from an earlier run.
      expect(await both.check(found, found)).to.deep.equal({ inputs: found });
    });

    it("looks it up again for another number and for another company", async () => {
      const asked = business.list("v2.0", records, "number eq 'C2'");
      asked.reply(200, collection({ id: PARENT, number: "C2" }));
      const { inputs } = await both.check(found, { ...args, [by]: "C2" });
      expect(inputs).to.deep.equal({ ...found, [by]: "C2", [id]: PARENT });
      expect(await both.diff("id", found, inputs)).to.deep.include({ replaces: [id] });
      expect(await reasons({ ...args, companyId: OTHER }, found)).to.have.length(1);
    });

    it("is no other record when a program names it by its id from now on, or by its number", async () => {
      const { [by]: _, ...withId } = found;
      expect(await both.diff("id", found, withId)).to.deep.include({ replaces: [] });
      answering({ id: RECORD.toUpperCase(), number: NUMBER });
      expect(await both.check(withId, args)).to.deep.equal({ inputs: found });
    });

    it("is a problem when no record has the number, or several", async () => {
      answering();
      expect(await reasons()).to.deep.equal([
        `${by}: no record of ${records} in the company has the number "${NUMBER}"`,
      ]);
      answering({ id: RECORD, number: NUMBER }, { id: OTHER, number: NUMBER });
      expect(await reasons()).to.deep.equal([
        `${by}: 2 records of ${records} in the company have the number "${NUMBER}"`,
      ]);
      answering({ id: OTHER, number: NUMBER.toLowerCase() });
      expect(await reasons()).to.deep.equal([
        `${by}: no record of ${records} in the company has exactly the number "${NUMBER}": use the same letter case`,
      ]);
      answering({ id: OTHER, number: NUMBER.toLowerCase() }, { id: RECORD, number: NUMBER });
      expect(await both.check({}, args)).to.deep.equal({ inputs: found });
    });

    it("looks nothing up without a token, and a create then fails for the token", async () => {
      both = (await hooksOf(lifecycle, TOKENLESS)).hooks;
      const { inputs } = await both.check({}, args);
      expect(inputs).to.deep.equal(args);
      expect(String(await rejection(both.create(inputs)))).to.include("no token is configured");
      expect(await both.check(found, args)).to.deep.equal({ inputs: found });
    });

    it("waits for a number that is not known yet", async () => {
      const unknown = { ...args, [by]: UNKNOWN };
      expect(await both.check({}, unknown)).to.deep.equal({ inputs: { ...unknown, [id]: UNKNOWN } });
      const { inputs } = await both.check(found, unknown);
      expect(await both.diff("id", found, inputs)).to.deep.include({ replaces: [id] });
      const anywhere = { ...args, companyId: UNKNOWN };
      expect(await both.check({}, anywhere)).to.deep.equal({ inputs: { ...anywhere, [id]: UNKNOWN } });
    });

    it("is the record that the state names when the engine checks a replacement once more", async () => {
      const named = { ...args, [META.urn]: URN };
      await both.check({ ...found, [META.urn]: URN }, named);
      expect((await both.check({}, named)).inputs).to.deep.include({ [id]: RECORD });
      answering({ id: OTHER, number: NUMBER });
      const fresh = { ...args, [META.urn]: `${URN}2` };
      expect((await both.check({}, fresh)).inputs).to.deep.include({ [id]: OTHER });
      expect((await both.check({}, fresh)).inputs).to.deep.include({ [id]: OTHER });
    });
  });
}

describe("a record that is named by its number here and by its id there", () => {
  useMockedNetwork();
  const named = (name: string, args: JsonObject): JsonObject => ({
    ...{ companyId: COMPANY, ...args },
    [META.urn]: `${URN}${name}`,
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

describe("SalesQuote: a refresh of a quote whose customer is named by number", () => {
  const id = "6a2f5f0c-8c47-4fd0-a3f1-0b8f3a5f7c11";
  const salesQuoteLines = [line(OTHER, 1)];
  const declared = { companyId: COMPANY, customerId: RECORD, customerNumber: NUMBER, salesQuoteLines };
  const refreshed = async (answer: JsonObject) => {
    const live = { id, answer: { customerId: RECORD, salesQuoteLines, ...answer } };
    const reading = { ...salesQuoteLifecycle, read: async () => live };
    const { hooks } = await hooksOf(reading, businessConfiguration);
    return (await hooks.read(id, declared)).inputs;
  };

  it("takes no other number of the customer for drift", async () => {
    expect(await refreshed({ customerNumber: "RENUMBERED" })).to.deep.equal(declared);
  });

  it("forgets the number when the quote is another customer's now", async () => {
    const { customerNumber: _, ...rest } = declared;
    expect(await refreshed({ customerId: PARENT })).to.deep.equal({ ...rest, customerId: PARENT });
  });
});

describe("DefaultDimension: parent, dimension and value by number and codes", () => {
  useMockedNetwork();
  const dimension = { companyId: COMPANY, parentType: "Items", [META.urn]: `${URN}dimension` };
  const byCodes = { ...dimension, parentNumber: "I7", dimensionCode: "TEAM", dimensionValueCode: "NORTH" };
  const ids = { parentId: PARENT, dimensionId: RECORD, dimensionValueId: OTHER };
  const value = `code eq 'NORTH' and dimensionId eq ${RECORD}`;
  const answering = (records: string, filter: string, ...answered: JsonObject[]) =>
    business.list("v2.0", records, filter).reply(200, collection(...answered));
  const open = (values: Record<string, string> = businessConfiguration) =>
    hooksOf(defaultDimensionLifecycle, values);

  it("looks all three up once, the value in its dimension", async () => {
    answering("items", "number eq 'I7'", { id: PARENT, number: "I7" });
    answering("dimensions", "code eq 'TEAM'", { id: RECORD, code: "TEAM" });
    answering("dimensionValues", value, { id: OTHER, code: "NORTH", dimensionId: RECORD });
    const { hooks } = await open();
    const { inputs } = await hooks.check({}, byCodes);
    expect(inputs).to.deep.include({ ...byCodes, ...ids });
    expect(await hooks.check(inputs, byCodes)).to.deep.equal({ inputs });
    expect(await hooks.diff("id", inputs, inputs)).to.deep.equal({ changes: false });
  });

  it("looks the value up again in another dimension, and nothing else", async () => {
    const before = { ...byCodes, ...ids };
    answering("dimensions", "code eq 'AREA'", { id: PARENT, code: "AREA" });
    answering("dimensionValues", `code eq 'NORTH' and dimensionId eq ${PARENT}`, {
      ...{ id: RECORD, code: "NORTH", dimensionId: PARENT },
    });
    const { hooks } = await open();
    const { inputs } = await hooks.check(before, { ...byCodes, dimensionCode: "AREA" });
    expect(inputs).to.deep.include({ parentId: PARENT, dimensionId: PARENT, dimensionValueId: RECORD });
  });

  it("names everything that it did not find at once", async () => {
    answering("items", "number eq 'I7'");
    answering("dimensions", "code eq 'TEAM'", { id: RECORD, code: "TEAM" });
    answering("dimensionValues", value);
    const { hooks } = await open();
    expect(await reasonsOf(hooks.check({}, byCodes))).to.deep.equal([
      'parentNumber: no record of items in the company has the number "I7"',
      'dimensionValueCode: no record of dimensionValues in the company has the code "NORTH"',
    ]);
  });

  it("takes exactly one of each two, and a value is optional", async () => {
    const { hooks } = await open({ "vendorcloud:businessUrl": BUSINESS });
    expect(await reasonsOf(hooks.check({}, { ...byCodes, ...ids }))).to.deep.equal([
      "parentNumber: set either this or parentId, not both",
      "dimensionCode: set either this or dimensionId, not both",
      "dimensionValueCode: set either this or dimensionValueId, not both",
    ]);
    expect(await reasonsOf(hooks.check({}, dimension))).to.deep.equal([
      "parentId: required. Set it, or set parentNumber to look it up",
      "dimensionId: required. Set it, or set dimensionCode to look it up",
    ]);
    expect((await hooks.check({}, byCodes)).inputs)
      .to.deep.include(byCodes)
      .and.not.to.have.property("parentId");
  });

  it("takes the codes of an earlier state for outputs, and shows no difference", async () => {
    const { hooks } = await open();
    const byIds = { ...dimension, ...ids };
    const codes = { dimensionCode: "TEAM", dimensionValueCode: "NORTH" };
    const state = { ...byIds, ...codes, [STORED.declared]: Object.keys(ids) };
    const { inputs } = await hooks.check(byIds, byIds);
    expect(inputs).to.deep.include(byIds);
    expect(await hooks.diff("id", state, inputs)).to.deep.equal({ changes: false });
  });
});
