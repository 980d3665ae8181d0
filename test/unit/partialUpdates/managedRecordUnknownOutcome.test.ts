import { expect } from "chai";
import { describe, it } from "mocha";
import { errorText } from "../../support/asRead.js";
import { rejection } from "../http/answers.js";
import { MemorySource, refusal, refused, unanswered } from "../support/memorySource.js";
import { managed, recorded, restore, silent, unknownOutcome } from "./managedRecords.js";

describe("an unclear end of bringing it there", () => {
  const before = recorded(
    { ...restore, displayName: "Old", phoneNumber: "+2" },
    { privateState: { originals: { displayName: "Oldest", phoneNumber: "+1" } } },
  );
  const args = { ...restore, displayName: "New", email: "new" };
  const fields = { displayName: "Old", phoneNumber: "+2", email: "old" };

  for (const [how, turn] of Object.entries({
    "had no effect": refused(refusal(504)),
    "had its effect": unanswered(refusal(504)),
  })) {
    it(`is kept, and settled by the next update (${how})`, async () => {
      const source = silent(new MemorySource(fields), turn);
      const half = await unknownOutcome(managed(source).it.update(args, before));
      expect(half.privateState).to.deep.equal({
        originals: { displayName: "Oldest", phoneNumber: "+1", email: "old" },
        unclear: fields,
      });
      const whole = await managed(source).it.update(args, recorded(args, half));
      expect(source.now.answer).to.deep.equal({ displayName: "New", phoneNumber: "+1", email: "new" });
      expect(source.effects).to.equal(1);
      expect(whole.privateState).to.deep.equal({ originals: { displayName: "Oldest", email: "old" } });
    });

    it(`is settled by destroying it (${how})`, async () => {
      const source = silent(new MemorySource(fields), turn);
      const half = await unknownOutcome(managed(source).it.update(args, before));
      await managed(source).it.delete(recorded(args, half));
      expect(source.now.answer).to.deep.equal({ displayName: "Oldest", phoneNumber: "+1", email: "old" });
    });
  }

  it("is no licence to overwrite what another client sets later", async () => {
    const source = silent(new MemorySource(fields));
    const half = await unknownOutcome(managed(source).it.update(args, before));
    source.change({ displayName: "Theirs" });
    const error = await rejection(managed(source).it.update(args, recorded(args, half)));
    expect(errorText(error)).to.match(/^displayName changed/);
    expect(source.now.answer).to.include({ displayName: "Theirs", phoneNumber: "+2" });
  });

  it("keeps what a refresh has found to be another client's: it may still be there", async () => {
    const source = silent(new MemorySource({ displayName: "Theirs" }));
    const found = { displayName: "Theirs" };
    const half = await unknownOutcome(
      managed(source).it.update({ displayName: "New" }, recorded(found, { privateState: { found } })),
    );
    expect(half.privateState).to.deep.equal({ unclear: found, found });
  });

  it("can be followed by another one", async () => {
    const source = silent(new MemorySource(fields));
    const half = await unknownOutcome(managed(source).it.update(args, before));
    silent(source, unanswered(refusal(504)));
    const again = await unknownOutcome(managed(source).it.update(args, recorded(args, half)));
    expect(again.privateState).to.deep.equal(half.privateState);
    await managed(source).it.update(args, recorded(args, again));
    expect(source.effects).to.equal(1);
  });

  it("does not lose what a dropped field held before, when it is declared again", async () => {
    const source = silent(new MemorySource(fields));
    const half = await unknownOutcome(managed(source).it.update(args, before));
    const { privateState } = await managed(source).it.update(
      { ...args, phoneNumber: "+3" },
      recorded(args, half),
    );
    expect(privateState).to.have.deep.nested.property("originals.phoneNumber", "+1");
  });

  it("is settled by a refresh: what is there is seen", async () => {
    const source = silent(new MemorySource(fields));
    const half = await unknownOutcome(
      managed(source).it.update({ displayName: "New" }, recorded({ displayName: "Old" })),
    );
    const seen = await managed(source).it.read(recorded({ displayName: "New" }, half));
    expect(seen).to.deep.equal({ snapshot: source.now, privateState: {} });
  });
});
