import { expect } from "chai";
import { describe, it } from "mocha";
import type { Lifecycle, PriorState } from "../../../../provider/contract/lifecycle.js";
import { ServiceError } from "../../../../provider/http/serviceError.js";
import type { JsonObject } from "../../../../provider/schema/json.js";
import { customerLifecycle } from "../../../../provider/services/records/lifecycle.js";
import { errorFields } from "../../../support/asRead.js";
import { rejection } from "../../http/answers.js";
import {
  business,
  businessContext,
  COMPANY,
  NEXT_TAG,
  OTHER,
  once,
  RECORD,
  TAG,
} from "../../support/businessService.js";
import { find, patch } from "../../support/customerService.js";
import { refusal } from "../../support/groupService.js";
import { useMockedNetwork } from "../../support/mockedNetwork.js";

const lifecycle: Lifecycle = customerLifecycle;

const live = {
  "@odata.etag": TAG,
  id: RECORD,
  displayName: "Ours",
  city: "Miami",
  blocked: "_x0020_",
  salespersonCode: "HS",
};
const recorded = (args: JsonObject = { displayName: "Ours" }, privateState: JsonObject = {}): PriorState => ({
  args: { companyId: COMPANY, customerId: RECORD, ...args },
  outputs: {},
  privateState,
});

describe("reading a record", () => {
  useMockedNetwork();
  const read = (from = recorded()) => lifecycle.read(RECORD, from, businessContext(once));

  it("gives the response in argument shape: options decoded, unlisted fields among the additional ones", async () => {
    find(live);
    const found = await read();
    expect(found)
      .to.have.property("answer")
      .that.deep.includes({ displayName: "Ours", blocked: " ", etag: TAG })
      .and.has.property("additionalFields")
      .that.includes({ salespersonCode: "HS" });
  });

  it("an empty collection: it is missing", async () => {
    find();
    expect(await read()).to.equal("missing");
  });

  it("other records, or none at all, say nothing about ours: an error", async () => {
    find({ ...live, id: OTHER });
    expect(errorFields(await rejection(read())))
      .to.have.property("message")
      .that.includes("not the requested ones");
    business.find("v2.0", "customers", RECORD).reply(200, {});
    expect(errorFields(await rejection(read())))
      .to.have.property("message")
      .that.includes("collection");
  });

  for (const status of [401, 403, 404, 405, 500, 501]) {
    it(`${status} is an error: the state stays`, async () => {
      business.find("v2.0", "customers", RECORD).reply(status, refusal("No"));
      expect(await rejection(read()))
        .to.be.instanceOf(ServiceError)
        .and.include({ status });
    });
  }

  it("what is only the service's spelling of what it was sent counts as declared", async () => {
    find({ ...live, displayName: "OURS" });
    const found = await read(recorded({ displayName: "Ours" }, { answered: { displayName: "OURS" } }));
    expect(found).to.have.nested.property("answer.displayName", "Ours");
    expect(found).to.have.deep.property("privateState", { answered: { displayName: "OURS" } });
  });

  it("anything else is drift, and ends that", async () => {
    find({ ...live, displayName: "Theirs" });
    const privateState = {
      answered: { displayName: "OURS" },
      originals: { displayName: "Old" },
      unclear: { displayName: "x" },
    };
    const found = await read(recorded({ displayName: "Ours" }, privateState));
    expect(found).to.have.nested.property("answer.displayName", "Theirs");
    expect(found).to.have.deep.property("privateState", {
      originals: { displayName: "Old" },
      found: { displayName: "Theirs" },
    });
  });
});

describe("destroying a record's resource", () => {
  useMockedNetwork();
  const originals = { displayName: "Old", "additionalFields.salespersonCode": "ZZ" };
  const managed = { displayName: "Ours", additionalFields: { salespersonCode: "HS" } };
  const remove = (args: JsonObject, privateState: JsonObject = {}, context = businessContext(once)) =>
    lifecycle.delete(RECORD, recorded(args, privateState), context);
  const restore = (privateState: JsonObject = { originals }, context = businessContext(once)) =>
    remove({ ...managed, onDestroy: "restore" }, privateState, context);

  for (const onDestroy of [undefined, "retain"]) {
    it(`${onDestroy ?? "by default"}: sends nothing, and says what stays`, async () => {
      const context = businessContext();
      await remove({ ...managed, onDestroy }, { originals }, context);
      expect(context.log.told).to.deep.equal([
        "the record stays at the service, with the values last applied to displayName, additionalFields.salespersonCode.",
      ]);
    });
  }

  it("restore: puts back what managed fields held, under the tag", async () => {
    find(live);
    patch({ displayName: "Old", salespersonCode: "ZZ" }).reply(200, live);
    const context = businessContext(once);
    await restore({ originals }, context);
    expect(context.log.warnings).to.deep.equal([]);
  });

  it("restore: only where the value is still ours; the rest is left and named", async () => {
    find({ ...live, displayName: "Theirs" });
    patch({ salespersonCode: "ZZ" }).reply(200, live);
    const context = businessContext(once);
    await restore({ originals }, context);
    expect(context.log.warnings).to.deep.equal([
      "not restored, because another client or an interrupted update of this stack changed it: displayName.",
    ]);
  });

  it("restore: what the service made of our value is ours", async () => {
    find({ ...live, displayName: "OURS" });
    patch({ displayName: "Old" }).reply(200, live);
    await restore({ originals: { displayName: "Old" }, answered: { displayName: "OURS" } });
  });

  it("restore: sends nothing for what is back already", async () => {
    find({ ...live, displayName: "Old", salespersonCode: "ZZ" });
    await restore();
  });

  it("restore: says which values are not known", async () => {
    find(live);
    patch({ displayName: "Old" }).reply(200, live);
    const context = businessContext(once);
    await restore({ originals: { displayName: "Old" } }, context);
    expect(context.log.warnings).to.deep.equal([
      "the original value is unknown, so it is not restored: additionalFields.salespersonCode.",
    ]);
  });

  it("restore: reads again when the record changed meanwhile", async () => {
    find(live);
    patch({ displayName: "Old", salespersonCode: "ZZ" }).reply(409, refusal("Request_EntityChanged"));
    find({ ...live, "@odata.etag": NEXT_TAG, displayName: "Theirs" });
    patch({ salespersonCode: "ZZ" }, NEXT_TAG).reply(200, live);
    await restore();
  });

  it("restore: a record that is gone needs nothing", async () => {
    find();
    const context = businessContext(once);
    await restore({ originals }, context);
    expect(context.log.told).to.deep.equal(["the record no longer exists: nothing to restore."]);
  });

  it("restore: what does not work out stays in the state, with the service's own error", async () => {
    for (let look = 0; look < 6; look++) {
      find(live);
      patch({ displayName: "Old", salespersonCode: "ZZ" }).reply(504);
    }
    expect(await rejection(restore()))
      .to.be.instanceOf(ServiceError)
      .and.include({ status: 504 });
  });
});
