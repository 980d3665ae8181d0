import { expect } from "chai";
import { describe, it } from "mocha";
import { ConflictError } from "../../../provider/partialUpdates/conflict.js";
import type { ManagedState } from "../../../provider/partialUpdates/managedRecord.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { MemorySource, unanswered } from "../support/memorySource.js";
import { managed, record, recorded, restore } from "./managedRecords.js";

describe("a value that the service spells in its own way", () => {
  const shouting = () =>
    new MemorySource(record(), {
      respell: ({ displayName, ...rest }) => ({ ...rest, displayName: String(displayName).toUpperCase() }),
    });
  const args = { displayName: "New" };
  const answered = { displayName: "NEW" };

  it("is no drift", async () => {
    const { source, it } = managed(shouting());
    const seen = (await it.read(recorded(args, await it.create(args)))) as ManagedState;
    expect(seen.snapshot.answer.displayName).to.equal("New");
    expect(seen.snapshot.tag).to.equal(source.now.tag);
    expect(seen.privateState).to.deep.equal({ answered });
  });

  it("is not sent again with another field, and still known afterwards", async () => {
    const { source, it } = managed(shouting());
    const adopted = await it.create({ ...args, phoneNumber: "+1" });
    const { privateState } = await it.update(
      { ...args, phoneNumber: "+2" },
      recorded({ ...args, phoneNumber: "+1" }, adopted),
    );
    expect(source.sent[1]?.body).to.deep.equal({ phoneNumber: "+2" });
    expect(privateState).to.deep.equal({ answered });
  });

  it("is forgotten with another value that the service keeps as it is", async () => {
    const { it } = managed(shouting());
    const { privateState } = await it.update({ displayName: "LOUD" }, recorded(args, await it.create(args)));
    expect(privateState).to.deep.equal({});
  });
});

describe("a number that the service rounds", () => {
  const limit = (value: number) => ({ additionalFields: { limit: value } });
  const rounding = (value: number) =>
    new MemorySource(limit(value), {
      respell: ({ additionalFields }) => limit(Math.round(Number((additionalFields as JsonObject).limit))),
    });
  const path = "additionalFields.limit";

  it("is rounded to the same value twice", async () => {
    const { it } = managed(rounding(9));
    const created = await it.create(limit(10.4));
    const updated = await it.update(limit(10.3), recorded(limit(10.4), created));
    expect([created.storedDifferently, updated.storedDifferently]).to.deep.equal([[], []]);
    expect(updated.privateState).to.deep.equal({ answered: { [path]: 10 } });
  });

  it("is another value where it stays as it was", async () => {
    const { storedDifferently, privateState } = await managed(rounding(10)).it.create(limit(10.4));
    expect(storedDifferently).to.deep.equal([path]);
    expect(privateState).to.deep.equal({ chosen: { [path]: 10 } });
  });

  it("is drift in a refresh, after which the state has it", async () => {
    const { it } = managed(rounding(10));
    const created = await it.create(limit(10.4));
    const seen = (await it.read(recorded(limit(10.4), created))) as ManagedState;
    expect(seen.snapshot.answer).to.deep.include(limit(10));
    expect(seen.privateState).not.to.have.property("chosen");
  });
});

describe("a field that another client has emptied", () => {
  const args = { displayName: "Old" };
  const emptied = () => new MemorySource({ displayName: null });

  it("is not overwritten unseen", async () => {
    const { it } = managed(emptied());
    const error = await it.update({ displayName: "New" }, recorded(args)).catch((refused) => refused);
    expect(error).to.be.instanceOf(ConflictError);
  });

  it("is found by a refresh, and left by a destroy", async () => {
    const { source, it, log } = managed(emptied());
    const kept = { privateState: { originals: { displayName: "First" } } };
    const seen = (await it.read(recorded({ ...args, ...restore }, kept))) as ManagedState;
    expect(seen.snapshot.answer.displayName).to.equal(null);
    expect(seen.privateState).to.deep.equal({ ...kept.privateState, found: { displayName: null } });
    await it.delete(recorded({ ...restore }, seen));
    expect(source.effects).to.equal(0);
    expect(log.warnings.join()).to.include("not restored").and.include("displayName");
  });
});

describe("text that the service trims", () => {
  const trimming = (turn: Parameters<MemorySource["patches"]>[0]) =>
    new MemorySource(record(), {
      respell: ({ displayName, ...rest }) => ({ ...rest, displayName: String(displayName).trim() }),
    }).patches(turn);
  const args = { displayName: " New " };

  it("is the declared one where the response was lost, and no drift afterwards", async () => {
    const { source, it } = managed(trimming(unanswered()));
    const adopted = await it.create(args);
    expect(adopted.privateState).to.deep.equal({ answered: { displayName: "New" } });
    const seen = (await it.read(recorded(args, adopted))) as ManagedState;
    expect(seen.snapshot.answer.displayName).to.equal(" New ");
    expect(source.effects).to.equal(1);
  });

  it("is the declared one for a run that does not know whether an earlier one has sent it", async () => {
    const { source, it } = managed({ displayName: "New" });
    await it.update(args, recorded({ displayName: "Old" }));
    expect(source.now.answer.displayName).to.equal(" New ");
  });
});
