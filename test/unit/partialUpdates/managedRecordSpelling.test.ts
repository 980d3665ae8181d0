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
  const base = { displayName: "NEW" };

  it("is no drift", async () => {
    const { source, it } = managed(shouting());
    const seen = (await it.read(recorded(args, await it.create(args)))) as ManagedState;
    expect(seen.snapshot.answer.displayName).to.equal("New");
    expect(seen.snapshot.tag).to.equal(source.now.tag);
    expect(seen.privateState).to.deep.equal({ base });
  });

  it("is not sent again with another field, and still known afterwards", async () => {
    const { source, it } = managed(shouting());
    const adopted = await it.create({ ...args, phoneNumber: "+1" });
    const { privateState } = await it.update(
      { ...args, phoneNumber: "+2" },
      recorded({ ...args, phoneNumber: "+1" }, adopted),
    );
    expect(source.sent[1]?.body).to.deep.equal({ phoneNumber: "+2" });
    expect(privateState).to.deep.equal({ base });
  });

  it("is a conflict where the response was lost, until a refresh has shown it", async () => {
    const { source, it } = managed(shouting().patches(unanswered()));
    const half = await it.create({ ...args, ...restore });
    expect(half.failure).to.be.instanceOf(ConflictError);
    const found = (await it.read(recorded({ ...args, ...restore }, half))) as ManagedState;
    expect(found.snapshot.answer.displayName).to.equal("NEW");
    const before = recorded({ displayName: "NEW", ...restore }, found);
    const updated = await it.update({ ...args, ...restore }, before);
    expect(updated.privateState).to.deep.equal({ base, originals: { displayName: "Old" } });
    await it.delete(recorded({ ...args, ...restore }, updated));
    expect(source.now.answer.displayName).to.equal("OLD");
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
    expect(updated.privateState).to.deep.equal({ base: { [path]: 10 } });
  });

  it("is drift in a refresh, after which the state has it", async () => {
    const { it } = managed(rounding(10));
    const created = await it.create(limit(10.4));
    const seen = (await it.read(recorded(limit(10.4), created))) as ManagedState;
    expect(seen.snapshot.answer).to.deep.include(limit(10));
    expect(seen.privateState).to.deep.equal({});
  });
});

describe("a field that another client has emptied", () => {
  const args = { displayName: "Old" };
  const emptied = () => new MemorySource({ displayName: null });

  it("is found by a refresh, and left by a destroy", async () => {
    const { source, it, log } = managed(emptied());
    const kept = { privateState: { originals: { displayName: "First" } } };
    const seen = (await it.read(recorded({ ...args, ...restore }, kept))) as ManagedState;
    expect(seen.snapshot.answer.displayName).to.equal(null);
    expect(seen.privateState).to.deep.equal({ ...kept.privateState, foreign: ["displayName"] });
    await it.delete(recorded({ ...restore }, seen));
    expect(source.effects).to.equal(0);
    expect(log.warnings.join()).to.include("not restored").and.include("displayName");
  });
});
