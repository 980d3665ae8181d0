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
});
