import { expect } from "chai";
import { describe, it } from "mocha";
import type { Lifecycle, ResourceState } from "../../../../provider/contract/lifecycle.js";
import {
  customerLifecycle,
  itemLifecycle,
  projectLifecycle,
} from "../../../../provider/services/records/lifecycle.js";
import { errorText } from "../../../support/asRead.js";
import { rejection } from "../../http/answers.js";
import {
  business,
  businessContext,
  COMPANY,
  collection,
  NEXT_TAG,
  once,
  RECORD,
  TAG,
} from "../../support/businessService.js";
import { after, before, create, find, names, patch } from "../../support/customerService.js";
import { useMockedNetwork } from "../../support/mockedNetwork.js";

const lifecycle: Lifecycle = customerLifecycle;

describe("creating a record", () => {
  useMockedNetwork();

  for (const [lifecycle, name, idName] of [
    [customerLifecycle, "customers", "customerId"],
    [itemLifecycle, "items", "itemId"],
    [projectLifecycle, "projects", "projectId"],
  ] as const) {
    it(`${name}: reads it by the documented filter, and updates it under its tag`, async () => {
      business.find("v2.0", name, RECORD).reply(200, collection(before));
      business.patch("v2.0", `${name}(${RECORD})`, { displayName: "New" }, TAG).reply(200, after);
      const args = { companyId: COMPANY, [idName]: RECORD, displayName: "New" };
      const context = businessContext();
      const live = await lifecycle.create(args, context);
      expect(live.id).to.equal(RECORD);
      expect(live.answer).to.include({ displayName: "New", number: "0007", etag: NEXT_TAG });
      expect([context.log.warnings, context.log.told, context.clock.waits]).to.deep.equal([[], [], []]);
    });
  }

  it("writes ids as they are declared, and its own in lower case", async () => {
    const customerId = RECORD.toUpperCase();
    business.find("v2.0", "customers", customerId).reply(200, collection(before));
    business.patch("v2.0", `customers(${customerId})`, { displayName: "New" }, TAG).reply(200, after);
    expect((await create({ customerId, displayName: "New" })).id).to.equal(RECORD);
  });

  it("has no tag, rather than an old one, after a response without one", async () => {
    const { "@odata.etag": _, ...untagged } = after;
    find(before);
    patch({ displayName: "New" }).reply(200, untagged);
    expect((await create({ displayName: "New" })).answer.etag).to.equal(undefined);
  });
});

describe("creating a record that cannot be", () => {
  useMockedNetwork();

  it("without a tag: an error, nothing is sent", async () => {
    const { "@odata.etag": _, ...untagged } = before;
    find(untagged);
    expect(errorText(await rejection(create({ displayName: "New" })))).to.include("no entity tag");
  });
});

describe("a record that is in the state", () => {
  useMockedNetwork();

  it("is read with options decoded, and unlisted fields among the additional ones", async () => {
    const recorded = { args: names, outputs: {}, privateState: {} };
    const read = () => lifecycle.read(RECORD, recorded, businessContext(once));
    find({ ...before, salespersonCode: "HS" });
    const found = (await read()) as ResourceState;
    expect(found.answer).to.include({ displayName: "Old", blocked: " ", etag: TAG });
    expect(found.answer.additionalFields).to.include({ salespersonCode: "HS" });
    find();
    expect(await read()).to.equal("missing");
  });
});
