import { expect } from "chai";
import { describe, it } from "mocha";
import { MemorySource, overtaken, refusal, refused } from "../support/memorySource.js";
import { managed, recorded, restore } from "./managedRecords.js";

describe("releasing a record", () => {
  const args = { displayName: "New", additionalFields: { limit: 6 } };
  const fields = { displayName: "New", phoneNumber: "+1", additionalFields: { limit: 6 } };
  const originals = { displayName: "Old", "additionalFields.limit": 5 };
  const prior = (more: object = restore) => recorded({ ...args, ...more }, { privateState: { originals } });

  it("leaves it by default, and says so without a request", async () => {
    for (const onDestroy of [undefined, "retain"]) {
      const { source, it, log } = managed(fields);
      await it.delete(prior({ onDestroy }));
      expect(source.reads).to.equal(0);
      expect(log.told).to.deep.equal([
        "the record stays at the service, with the values last applied to displayName, additionalFields.limit.",
      ]);
    }
  });

  it("leaves what another client changed, before or meanwhile, and says so", async () => {
    for (const source of [
      new MemorySource({ ...fields, displayName: "Theirs" }),
      new MemorySource(fields).patches(overtaken({ displayName: "Theirs" })),
    ]) {
      const { it, log } = managed(source);
      await it.delete(prior());
      expect(source.now.answer).to.deep.include({ displayName: "Theirs", additionalFields: { limit: 5 } });
      expect(log.warnings).to.deep.equal([
        "not restored, because another client or an interrupted update of this stack changed it: displayName.",
      ]);
    }
  });

  it("leaves what was there before it was known, and says so", async () => {
    const { source, it, log } = managed(fields);
    const privateState = { originals: { displayName: "Old" } };
    await it.delete(recorded({ ...args, ...restore }, { privateState }));
    expect(source.sent.map(({ body }) => body)).to.deep.equal([{ displayName: "Old" }]);
    expect(log.warnings).to.deep.equal([
      "the original value is unknown, so it is not restored: additionalFields.limit.",
    ]);
  });

  it("makes no request where there is nothing to put back", async () => {
    const { source, it } = managed(fields);
    await it.delete({ ...prior(), listDeclaredElsewhere: () => Object.keys(originals) });
    expect(source.reads).to.equal(0);
  });

  it("is done where the record is gone", async () => {
    const source = new MemorySource(fields);
    source.remove();
    const { it, log } = managed(source);
    await it.delete(prior());
    expect(log.told).to.deep.equal(["the record no longer exists: nothing to restore."]);
  });

  it("fails with another error, and can be run again", async () => {
    const source = new MemorySource(fields).patches(refused(refusal(403)));
    const work = () => managed(source).it.delete(prior());
    expect(await work().catch((thrown) => thrown)).to.include({ status: 403 });
    await work();
    expect(source.now.answer.displayName).to.equal("Old");
  });
});
