import { expect } from "chai";
import { describe, it } from "mocha";
import { ResourceInitError } from "../../../../provider/contract/lifecycle.js";
import { ConflictError } from "../../../../provider/records/updateConflict.js";
import { customerLifecycle } from "../../../../provider/services/records/lifecycle.js";
import { errorFields, errorText } from "../../../support/asRead.js";
import { rejection } from "../../http/answers.js";
import { businessContext, NEXT_TAG, once, RECORD } from "../../support/businessService.js";
import { after, before, create, find, patch } from "../../support/customerService.js";
import { lost, refusal } from "../../support/groupService.js";
import { settings } from "../../support/hooks.js";
import { useMockedNetwork } from "../../support/mockedNetwork.js";

describe("creating a record beside another writer, or over a bad line", () => {
  useMockedNetwork();

  for (const [status, code] of [
    [409, "Request_EntityChanged"],
    [412, "Whatever"],
    [400, "BadRequest_InvalidToken"],
  ] as const) {
    it(`${status} ${code}, another field: tried again under the new tag, the other's value stays`, async () => {
      find(before);
      patch({ displayName: "New" }).reply(status, refusal(code));
      find({ ...before, "@odata.etag": NEXT_TAG, city: "Tampa" });
      patch({ displayName: "New" }, NEXT_TAG).reply(200, { ...after, city: "Tampa" });
      expect((await create({ displayName: "New" })).answer).to.include({ city: "Tampa" });
    });

    it(`${status} ${code}, the same field: fails with its name and its values`, async () => {
      find(before);
      patch({ displayName: "New" }).reply(status, refusal(code));
      find({ ...before, "@odata.etag": NEXT_TAG, displayName: "Theirs" });
      const error = await rejection(create({ displayName: "New" }));
      expect(error).to.be.instanceOf(ConflictError);
      expect(errorText(error)).to.match(
        /displayName: ".+" when first read, "New" in the program, "Theirs" at the service$/,
      );
      // Nothing is in the state yet that could be refreshed.
      expect(customerLifecycle.hint?.(error, settings)).to.include("starts from its current values");
    });
  }

  it("the other wrote the same: done", async () => {
    find(before);
    patch({ displayName: "New" }).reply(409, refusal("Request_EntityChanged"));
    find(after);
    expect((await create({ displayName: "New" })).answer).to.include({ etag: NEXT_TAG });
  });

  it("deleted meanwhile: says so", async () => {
    find(before);
    patch({ displayName: "New" }).reply(409, refusal("Request_EntityChanged"));
    find();
    expect(errorFields(await rejection(create({ displayName: "New" }))))
      .to.have.property("message")
      .that.includes("was deleted in the meantime");
  });

  it("lost response, applied: a read shows it, nothing is sent twice", async () => {
    find(before);
    patch({ displayName: "New" }).replyWithError(lost);
    find(after);
    expect((await create({ displayName: "New" })).answer).to.include({ displayName: "New", etag: NEXT_TAG });
  });

  for (const [fact, lose] of [
    ["lost request", () => patch({ displayName: "New" }).replyWithError(lost)],
    ["504", () => patch({ displayName: "New" }).reply(504)],
    ["408", () => patch({ displayName: "New" }).reply(408)],
  ] as const) {
    it(`${fact}, not applied: sent again after a wait and a read`, async () => {
      find(before);
      lose();
      find(before);
      patch({ displayName: "New" }).reply(200, after);
      const context = businessContext(once);
      await create({ displayName: "New" }, context);
      expect(context.clock.waits).to.have.length(1);
    });
  }

  it("never a clear response: the record stays in the state, with what it may hold", async () => {
    for (let look = 0; look < 6; look++) {
      find(before);
      patch({ displayName: "New" }).reply(504);
    }
    const error = await rejection(create({ displayName: "New", onDestroy: "restore" }));
    expect(error).to.be.instanceOf(ResourceInitError);
    const { state: live, cause } = error as ResourceInitError;
    expect(cause).to.include({ status: 504 });
    expect(live.id).to.equal(RECORD);
    expect(live.privateState).to.deep.equal({
      originals: { displayName: "Old" },
      unclear: { displayName: "Old" },
    });
  });
});
