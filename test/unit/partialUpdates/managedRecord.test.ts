import { expect } from "chai";
import { describe, it } from "mocha";
import type { PriorState } from "../../../provider/contract/lifecycle.js";
import { ConflictError } from "../../../provider/partialUpdates/conflict.js";
import { rejection } from "../http/answers.js";
import { MemorySource } from "../support/memorySource.js";
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
