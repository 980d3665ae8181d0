import { expect } from "chai";
import { describe, it } from "mocha";
import type { PriorState } from "../../../provider/contract/lifecycle.js";
import { ConflictError } from "../../../provider/partialUpdates/conflict.js";
import type { ManagedState } from "../../../provider/partialUpdates/managedRecord.js";
import { rejection } from "../http/answers.js";
import { MemorySource, overtaken, refusal, refused, unanswered } from "../support/memorySource.js";
import { managed, record, recorded, restore } from "./managedRecords.js";

describe("adopting a record", () => {
  it("keeps with `restore` what the declared fields held, and no others", async () => {
    const { it } = managed(record());
    const args = { ...restore, displayName: "New", additionalFields: { limit: 6 }, email: "a@b.example" };
    const { privateState } = await it.create(args);
    // The answer left the e-mail address out: what it holds is not known.
    expect(privateState).to.deep.equal({ originals: { displayName: "Old", "additionalFields.limit": 5 } });
  });

  it("keeps, when it is read, what an unclear update left of fields that are no longer declared", async () => {
    const base = { displayName: "Old", phoneNumber: "+1" };
    const found = await managed(record()).it.read(
      recorded({ displayName: "Old" }, { privateState: { base, unsure: Object.keys(base) } }),
    );
    if (found === "missing") throw new Error("missing");
    expect(found.privateState).to.deep.equal({ base: { phoneNumber: "+1" }, unsure: ["phoneNumber"] });
  });
});

describe("bringing a record from what was declared to what is declared now", () => {
  it("sends what changed in the program, and nothing that did not", async () => {
    const { source, it } = managed({ ...record(), phoneNumber: "theirs" });
    const before = recorded({ displayName: "Old", phoneNumber: "+1" });
    await it.update({ displayName: "New", phoneNumber: "+1" }, before);
    expect(source.sent.map(({ body }) => body)).to.deep.equal([{ displayName: "New" }]);
  });

  const dropped = { ...restore, displayName: "New", phoneNumber: "+2" };
  const originals = { displayName: "Old", phoneNumber: "+1" };

  it("puts a dropped field back with `restore`", async () => {
    const { source, it, log } = managed({ displayName: "New", phoneNumber: "+2" });
    const { privateState } = await it.update(
      { ...restore, displayName: "New" },
      recorded(dropped, { privateState: { originals } }),
    );
    expect(source.now.answer).to.deep.equal({ displayName: "New", phoneNumber: "+1" });
    expect(privateState).to.deep.equal({ originals: { displayName: "Old" } });
    expect([log.told, log.warnings]).to.deep.equal([[], []]);
  });

  describe("moved between the arguments and `additionalFields`", () => {
    const beside = { limit: 6 };
    const answer = { limit: 6, additionalFields: { limit: 6 } };

    it("and changed: it is set over the value that the state has, and over no other", async () => {
      const prior = recorded({ ...restore, ...beside }, { privateState: { originals: { limit: 5 } } });
      const args = { ...restore, additionalFields: { limit: 7 } };
      const { source, it } = managed(answer);
      const { privateState } = await it.update(args, prior);
      expect(source.sent.map(({ body }) => body)).to.deep.equal([{ limit: 7 }]);
      expect(privateState).to.deep.equal({ originals: { "additionalFields.limit": 5 } });
      const theirs = new MemorySource({ limit: 9, additionalFields: { limit: 9 } });
      const error = await rejection(managed(theirs).it.update(args, prior));
      expect(error).to.be.instanceOf(ConflictError);
    });
  });

  it("leaves a dropped field that another resource declares by the time it is read, and says so", async () => {
    const declared: string[] = [];
    const source = new MemorySource({ displayName: "New", phoneNumber: "+2" }).looks((act) => {
      declared.push("phoneNumber");
      return act();
    });
    const { it, log } = managed(source);
    const { privateState } = await it.update(
      { ...restore, displayName: "New" },
      { ...recorded(dropped, { privateState: { originals } }), listDeclaredElsewhere: () => declared },
    );
    expect(source.sent).to.deep.equal([]);
    expect(privateState).to.deep.equal({ originals: { displayName: "Old" } });
    expect(log.warnings).to.deep.equal([
      "not restored, because another resource of the program declares it: phoneNumber.",
    ]);
  });

  it("says nothing of a dropped field that an import has read, once", async () => {
    const { it, log } = managed({ displayName: "New", phoneNumber: "+2" });
    const found = await it.read({ args: {}, outputs: {}, privateState: {} });
    if (found === "missing") throw new Error("missing");
    const { privateState } = await it.update({ displayName: "New" }, recorded(dropped, found));
    await it.delete(recorded({ displayName: "New" }, found));
    expect(privateState).to.deep.equal({});
    expect(log.told).to.deep.equal(["the record stays at the service."]);
  });

  it("leaves a dropped field whose value before is not known, and says so", async () => {
    const { source, it, log } = managed({ displayName: "New", phoneNumber: "+2" });
    await it.update({ ...restore, displayName: "New" }, recorded(dropped));
    expect(source.sent).to.deep.equal([]);
    expect(log.told).to.deep.equal(["no longer managed, left unchanged: phoneNumber."]);
  });

  it("says with a new `restore` which values cannot be put back, once", async () => {
    const { it, log } = managed(record());
    await it.update({ ...restore, displayName: "Old" }, recorded({ displayName: "Old", city: "Ulm" }));
    await it.update({ ...restore, displayName: "Old" }, recorded({ ...restore, displayName: "Old" }));
    expect(log.warnings).to.deep.equal([
      "the original value is unknown, so a destroy will not restore it: displayName.",
    ]);
  });

  it("keeps of other fields whose values they have, and nothing of a field that it leaves", async () => {
    const { it } = managed({ displayName: "New", phoneNumber: "+2", city: "" });
    const [base, causes] = [{ city: "" }, { city: ["city"] }];
    const before = recorded(
      { ...dropped, city: "Ulm" },
      { privateState: { originals, base, causes, foreign: ["phoneNumber"] } },
    );
    const args = { ...restore, displayName: "Newer", phoneNumber: "+2" };
    const { privateState } = await it.update(args, before);
    expect(privateState).to.deep.equal({ originals, foreign: ["phoneNumber"] });
  });

  it("sends no request where nothing is to be changed, and returns what the state has", async () => {
    const { source, it } = managed(record());
    const before: PriorState = {
      args: { displayName: "New" },
      outputs: { etag: "tag 0", city: "Ulm" },
      privateState: { base: { displayName: "NEW" } },
    };
    const { snapshot, privateState } = await it.update({ ...restore, displayName: "New" }, before);
    expect(snapshot).to.deep.equal({
      tag: "tag 0",
      answer: { etag: "tag 0", city: "Ulm", displayName: "New" },
    });
    expect(privateState).to.deep.equal({ base: { displayName: "NEW" } });
    expect(source.reads).to.equal(0);
  });
});

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

  it("fails with another error, and can be run again", async () => {
    const source = new MemorySource(fields).patches(refused(refusal(403)));
    const work = () => managed(source).it.delete(prior());
    expect(await rejection(work())).to.include({ status: 403 });
    await work();
    expect(source.now.answer.displayName).to.equal("Old");
  });

  it("is done where the record is gone", async () => {
    const source = new MemorySource(fields);
    source.remove();
    const { it, log } = managed(source);
    await it.delete(prior());
    expect(log.told).to.deep.equal(["the record no longer exists: nothing to restore."]);
  });
});

describe("an update with an unknown outcome, of a field with another client's value", () => {
  /** No response, and no read after it either. */
  const silent = (
    source: MemorySource,
    ...[turn = refused(refusal(504))]: Parameters<MemorySource["patches"]>
  ) => source.patches(turn).looks((act) => act(), refused(refusal(503)));
  const unknownOutcome = async (work: Promise<ManagedState>): Promise<ManagedState> => {
    const state = await work;
    expect(state.failure, "the outcome should be unknown").not.to.equal(undefined);
    return state;
  };
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
