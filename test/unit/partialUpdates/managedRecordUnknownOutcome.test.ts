import { expect } from "chai";
import { describe, it } from "mocha";
import type { ManagedState } from "../../../provider/partialUpdates/managedRecord.js";
import { MemorySource, refusal, unanswered } from "../support/memorySource.js";
import { managed, recorded, restore, silent, unknownOutcome } from "./managedRecords.js";

describe("an update with an unknown outcome, of a field with another client's value", () => {
  const theirs = recorded(
    { ...restore, displayName: "Theirs" },
    { privateState: { originals: { displayName: "Oldest" }, foreign: ["displayName"] } },
  );
  const half = async (source: MemorySource) =>
    unknownOutcome(managed(source).it.update({ ...restore, displayName: "New" }, theirs));

  it("leaves that value if the update had no effect, also after a refresh and without the field", async () => {
    const source = silent(new MemorySource({ displayName: "Theirs" }));
    const { privateState, snapshot } = await half(source);
    const after = recorded({ ...restore, displayName: "New" }, { privateState, snapshot });
    const read = await managed(source).it.read({ ...after, args: restore });
    for (const state of [after, recorded({ ...restore }, read as ManagedState)]) {
      await managed(source).it.delete(state);
      expect(source.now.answer).to.deep.equal({ displayName: "Theirs" });
    }
  });

  it("restores the original value if the update had its effect, and a second one that was lost as well", async () => {
    const source = silent(new MemorySource({ displayName: "Theirs" }), unanswered(refusal(504)));
    const { privateState } = await half(source);
    expect(privateState).to.include.keys("foreign", "unsure");
    const again = silent(source);
    const before = recorded({ ...restore, displayName: "New" }, { privateState });
    const second = await unknownOutcome(managed(again).it.update({ ...restore }, before));
    await managed(source).it.delete(recorded({ ...restore }, second));
    expect(source.now.answer).to.deep.equal({ displayName: "Oldest" });
  });
});
