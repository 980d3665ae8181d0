import { expect } from "chai";
import { describe, it } from "mocha";
import {
  type Lifecycle,
  type PriorState,
  ResourceInitError,
} from "../../../../provider/contract/lifecycle.js";
import { ConflictError, RecordGoneError } from "../../../../provider/records/updateConflict.js";
import type { JsonObject } from "../../../../provider/schema/json.js";
import { customerLifecycle } from "../../../../provider/services/records/lifecycle.js";
import { errorText } from "../../../support/asRead.js";
import { rejection } from "../../http/answers.js";
import { businessContext, NEXT_TAG, NO_ID, OTHER, once, RECORD, TAG } from "../../support/businessService.js";
import { find, names, patch } from "../../support/customerService.js";
import { refusal } from "../../support/groupService.js";
import { useMockedNetwork } from "../../support/mockedNetwork.js";

const lifecycle: Lifecycle = customerLifecycle;

/** The record as the state has it, unless a test says otherwise. */
const live = { "@odata.etag": TAG, id: RECORD, displayName: "Ours", city: "Miami", state: "FL" };

const recorded = (args: JsonObject, privateState: JsonObject = {}, outputs: JsonObject = {}): PriorState => ({
  args: { ...names, ...args },
  outputs: { etag: 'W/"state"', ...outputs },
  privateState,
});
const update = (args: JsonObject, from: PriorState, context = businessContext(once)) =>
  lifecycle.update(RECORD, { ...names, ...args }, from, context);
const ours = { displayName: "Ours", city: "Miami" };

describe("updating a record", () => {
  useMockedNetwork();

  it("sends what was changed and what was added, and nothing else", async () => {
    find({ ...live, phoneNumber: "1" });
    patch({ displayName: "New", phoneNumber: "2" }).reply(200, {
      ...live,
      "@odata.etag": NEXT_TAG,
      displayName: "New",
    });
    const result = await update({ ...ours, displayName: "New", phoneNumber: "2" }, recorded(ours));
    expect(result.answer).to.include({ displayName: "New", etag: NEXT_TAG });
  });

  const unsent: [fact: string, args: JsonObject, from: JsonObject][] = [
    ["only `onDestroy` was changed", { ...ours, onDestroy: "restore" }, ours],
    ["a field was dropped", { city: "Miami" }, ours],
    ["all fields were dropped", {}, ours],
    ["an additional field was dropped", ours, { ...ours, additionalFields: { creditLimit: 5 } }],
    [
      "ids are written in another case",
      { ...ours, taxAreaId: OTHER.toUpperCase() },
      { ...ours, taxAreaId: OTHER },
    ],
    ["an unset id is written otherwise", { ...ours, taxAreaId: "" }, { ...ours, taxAreaId: NO_ID }],
  ];
  for (const [fact, args, from] of unsent) {
    it(`sends no request when ${fact}`, async () => {
      const result = await update(args, recorded(from, {}, { number: "0007" }));
      expect(result.answer).to.include({ number: "0007", displayName: "Ours", etag: 'W/"state"' });
    });
  }

  it("says what it does not manage any more", async () => {
    const context = businessContext();
    await update({ city: "Miami" }, recorded(ours), context);
    expect(context.log.told).to.deep.equal(["no longer managed, left unchanged: displayName."]);
  });

  it("sends nothing when another client has made the change already", async () => {
    find({ ...live, displayName: "New" });
    expect((await update({ ...ours, displayName: "New" }, recorded(ours))).answer).to.include({
      displayName: "New",
    });
  });

  it("leaves alone what others changed in fields that this update does not touch", async () => {
    find({ ...live, city: "Tampa", state: "GA" });
    patch({ displayName: "New" }).reply(200, { ...live, displayName: "New", city: "Tampa" });
    await update({ ...ours, displayName: "New" }, recorded(ours));
  });

  it("a field that another client changed is not overwritten: the error names it, and shows its values", async () => {
    find({ ...live, displayName: "Theirs", city: "Tampa" });
    const error = await rejection(update({ displayName: "New", city: "Naples" }, recorded(ours)));
    expect(error)
      .to.be.instanceOf(ConflictError)
      .and.deep.include({ fields: ["displayName", "city"] });
    expect(errorText(error))
      .to.include('"New" in the program, "Theirs" at the service')
      .and.include('"Naples" in the program, "Tampa" at the service');
  });

  it("the service's own spelling of an earlier value is not another client's", async () => {
    find({ ...live, displayName: "OURS" });
    patch({ displayName: "New" }).reply(200, { ...live, displayName: "New" });
    const { privateState } = await update(
      { ...ours, displayName: "New" },
      recorded(ours, { answered: { displayName: "OURS" } }),
    );
    expect(privateState).to.deep.equal({});
  });

  it("gone: says so, and creates none", async () => {
    find();
    expect(await rejection(update({ ...ours, city: "Naples" }, recorded(ours)))).to.be.instanceOf(
      RecordGoneError,
    );
  });

  it("changed between read and update: reads again and continues, without a change of the other's field", async () => {
    find(live);
    patch({ city: "Naples" }).reply(409, refusal("Request_EntityChanged"));
    find({ ...live, "@odata.etag": NEXT_TAG, displayName: "Theirs" });
    patch({ city: "Naples" }, NEXT_TAG).reply(200, { ...live, displayName: "Theirs", city: "Naples" });
    await update({ ...ours, city: "Naples" }, recorded(ours));
  });
});

describe("an update whose outcome was not known", () => {
  useMockedNetwork();
  const unclear = { unclear: { displayName: "Ours" } };
  const declared = { ...ours, displayName: "New" };

  it("keeps the state's record, and what the field held before", async () => {
    for (let look = 0; look < 6; look++) {
      find(live);
      patch({ displayName: "New" }).reply(504);
    }
    const error = await rejection(update(declared, recorded(ours)));
    expect(error).to.be.instanceOf(ResourceInitError);
    expect((error as ResourceInitError).state.privateState).to.deep.equal(unclear);
  });

  it("is settled by the next one where it had no effect", async () => {
    find(live);
    patch({ displayName: "New" }).reply(200, { ...live, displayName: "New" });
    expect((await update(declared, recorded(declared, unclear))).privateState).to.deep.equal({});
  });

  it("is resolved by a read where it had one", async () => {
    find({ ...live, displayName: "New" });
    expect((await update(declared, recorded(declared, unclear))).privateState).to.deep.equal({});
  });

  it("does not overwrite a third value", async () => {
    find({ ...live, displayName: "Theirs" });
    expect(await rejection(update(declared, recorded(declared, unclear)))).to.be.instanceOf(ConflictError);
  });
});

describe("a field that is dropped from a record to be restored", () => {
  useMockedNetwork();
  const restore = { onDestroy: "restore" };
  const originals = { displayName: "Old", city: "Miami" };
  const from = recorded({ ...ours, ...restore }, { originals });

  it("gets back what it held, under the tag, and is forgotten", async () => {
    find(live);
    patch({ displayName: "Old" }).reply(200, { ...live, displayName: "Old" });
    const { privateState } = await update({ city: "Miami", ...restore }, from);
    expect(privateState).to.deep.equal({ originals: { city: "Miami" } });
  });

  it("is left, with a warning, where another client changed it", async () => {
    find({ ...live, displayName: "Theirs" });
    const context = businessContext();
    await update({ city: "Miami", ...restore }, from, context);
    expect(context.log.warnings).to.deep.equal([
      "not restored, because another client or an interrupted update of this stack changed it: displayName.",
    ]);
  });

  it("does not stop the other changes", async () => {
    find({ ...live, displayName: "Theirs" });
    patch({ city: "Naples" }).reply(200, { ...live, city: "Naples" });
    await update({ city: "Naples", ...restore }, from);
  });

  it("is left where the resource is now to be retained", async () => {
    const context = businessContext();
    const { privateState } = await update({ city: "Miami" }, from, context);
    expect(privateState).to.deep.equal({});
    expect(context.log.told).to.deep.equal(["no longer managed, left unchanged: displayName."]);
  });

  it("a field that is added later has what it held then", async () => {
    find(live);
    patch({ state: "GA" }).reply(200, { ...live, state: "GA" });
    const { privateState } = await update({ ...ours, state: "GA", ...restore }, from);
    expect(privateState).to.deep.equal({ originals: { ...originals, state: "FL" } });
  });

  it("restoring that is declared later does not know the earlier values, and reports it", async () => {
    const context = businessContext();
    await update({ ...ours, ...restore }, recorded(ours), context);
    expect(context.log.warnings).to.deep.equal([
      "the original value is unknown, so a destroy will not restore it: displayName, city.",
    ]);
  });
});
