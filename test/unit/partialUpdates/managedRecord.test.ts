import { expect } from "chai";
import { describe, it } from "mocha";
import type { PriorState } from "../../../provider/contract/lifecycle.js";
import { ConflictError } from "../../../provider/partialUpdates/conflict.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { errorText } from "../../support/asRead.js";
import { rejection } from "../http/answers.js";
import { MemorySource } from "../support/memorySource.js";
import { managed, record, recorded, restore, silent, unknownOutcome } from "./managedRecords.js";

describe("adopting a record", () => {
  it("sends the declared fields that differ, and keeps nothing", async () => {
    const { source, it } = managed(record());
    const { snapshot, privateState } = await it.create({
      displayName: "New",
      phoneNumber: "+1",
    });
    expect(source.sent.map(({ body }) => body)).to.deep.equal([{ displayName: "New" }]);
    expect(snapshot).to.deep.equal(source.now);
    expect(privateState).to.deep.equal({});
  });

  it("keeps with `restore` what the declared fields held, and no others", async () => {
    const { it } = managed(record());
    const args = { ...restore, displayName: "New", additionalFields: { limit: 6 }, email: "a@b.example" };
    const { privateState } = await it.create(args);
    // The answer left the e-mail address out: what it holds is not known.
    expect(privateState).to.deep.equal({ originals: { displayName: "Old", "additionalFields.limit": 5 } });
  });

  it("sends and says nothing where the record already has the declared values", async () => {
    for (const args of [restore, {}]) {
      const { source, it, log } = managed(record());
      await it.create({ ...args, displayName: "Old" });
      expect(source.sent).to.deep.equal([]);
      expect([log.progressed, log.told, log.warnings]).to.deep.equal([[], [], []]);
    }
  });

  it("keeps, when it is read, what an unclear update left of fields that are no longer declared", async () => {
    const unclear = { displayName: "Old", phoneNumber: "+1" };
    const found = await managed(record()).it.read(
      recorded({ displayName: "Old" }, { privateState: { unclear } }),
    );
    if (found === "missing") throw new Error("missing");
    expect(found.privateState).to.deep.equal({ unclear: { phoneNumber: "+1" } });
  });

  it("with an unclear end leaves the values before it, with `restore` also as the originals", async () => {
    for (const [args, privateState] of [
      [restore, { originals: { displayName: "Old" }, unclear: { displayName: "Old" } }],
      [{}, { unclear: { displayName: "Old" } }],
    ] as const) {
      const source = silent(new MemorySource(record()));
      const half = await unknownOutcome(managed(source).it.create({ ...args, displayName: "New" }));
      expect(half.privateState).to.deep.equal(privateState);
      expect(half.snapshot.answer.displayName).to.equal("Old");
      expect(half.failure).to.include({ status: 504 });
    }
  });
});

describe("bringing a record from what was declared to what is declared now", () => {
  it("sends what changed in the program, and nothing that did not", async () => {
    const { source, it } = managed({ ...record(), phoneNumber: "theirs" });
    const before = recorded({ displayName: "Old", phoneNumber: "+1" });
    await it.update({ displayName: "New", phoneNumber: "+1" }, before);
    expect(source.sent.map(({ body }) => body)).to.deep.equal([{ displayName: "New" }]);
  });

  it("fails where another client changed what is to be changed, and shows the three values", async () => {
    const { source, it } = managed({ ...record(), displayName: "Theirs" });
    const before = { ...recorded({ displayName: "Old" }), outputs: { etag: "tag 0" } };
    const error = await rejection(it.update({ displayName: "New" }, before));
    expect(errorText(error)).to.include('displayName: "Old" in the state, "New" in the program, "Theirs" at');
    expect(source.sent).to.deep.equal([]);
  });

  it("takes a field that is managed from now on as it is, and keeps its value with `restore`", async () => {
    const { source, it } = managed(record());
    const before = recorded(
      { ...restore, displayName: "New" },
      { privateState: { originals: { displayName: "Older" } } },
    );
    const args = { ...restore, displayName: "New", phoneNumber: "+2" };
    const { privateState } = await it.update(args, before);
    expect(privateState).to.deep.equal({ originals: { displayName: "Older", phoneNumber: "+1" } });
    expect(source.sent.map(({ body }) => body)).to.deep.equal([{ phoneNumber: "+2" }]);
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

  it("leaves a dropped field that another client changed, says so, and changes the others", async () => {
    const { source, it, log } = managed({ displayName: "New", phoneNumber: "theirs" });
    await it.update({ ...restore, displayName: "Newer" }, recorded(dropped, { privateState: { originals } }));
    expect(source.now.answer).to.deep.equal({ displayName: "Newer", phoneNumber: "theirs" });
    expect(log.warnings).to.deep.equal([
      "not restored, because another client or an interrupted update of this stack changed it: phoneNumber.",
    ]);
  });

  describe("moved between the arguments and `additionalFields`", () => {
    const [beside, among] = [{ limit: 6 }, { additionalFields: { limit: 6 } }];
    const answer = { limit: 6, additionalFields: { limit: 6 } };
    const moves: [string, JsonObject, string, JsonObject, string][] = [
      ["into them", beside, "limit", among, "additionalFields.limit"],
      ["out of them", among, "additionalFields.limit", beside, "limit"],
    ];
    for (const [where, before, oldPath, after, newPath] of moves) {
      it(`${where}: a field is neither put back nor sent, and keeps its value from before`, async () => {
        const { source, it, log } = managed(answer);
        const prior = recorded(
          { ...restore, ...before },
          { privateState: { originals: { [oldPath]: 5 }, answered: { [oldPath]: 6.0001 } } },
        );
        const { privateState } = await it.update({ ...restore, ...after }, prior);
        expect([source.reads, source.sent.length]).to.deep.equal([0, 0]);
        expect(privateState).to.deep.equal({
          originals: { [newPath]: 5 },
          answered: { [newPath]: 6.0001 },
        });
        expect([log.told, log.warnings]).to.deep.equal([[], []]);
      });
    }

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

  it("leaves a dropped field without `restore`, and says so", async () => {
    const { source, it, log } = managed({ displayName: "New", phoneNumber: "+2" });
    const { privateState } = await it.update(
      { displayName: "New" },
      recorded(dropped, { privateState: { originals } }),
    );
    expect([source.reads, source.sent.length]).to.deep.equal([0, 0]);
    expect(privateState).to.deep.equal({});
    expect(log.told).to.deep.equal(["no longer managed, left unchanged: phoneNumber."]);
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

  it("keeps what a refresh has found to be another client's, but for what it overwrites", async () => {
    const { it } = managed({ displayName: "Theirs", phoneNumber: "theirs" });
    const declared = { displayName: "Theirs", phoneNumber: "theirs" };
    const { privateState } = await it.update(
      { ...declared, displayName: "New" },
      recorded(declared, { privateState: { found: declared } }),
    );
    expect(privateState).to.deep.equal({ found: { phoneNumber: "theirs" } });
  });

  it("sends no request where nothing is to be changed, and returns what the state has", async () => {
    const { source, it } = managed(record());
    const before: PriorState = {
      args: { displayName: "New" },
      outputs: { etag: "tag 0", city: "Ulm" },
      privateState: { answered: { displayName: "NEW" } },
    };
    const { snapshot, privateState } = await it.update({ ...restore, displayName: "New" }, before);
    expect(snapshot).to.deep.equal({
      tag: "tag 0",
      answer: { etag: "tag 0", city: "Ulm", displayName: "New" },
    });
    expect(privateState).to.deep.equal({ answered: { displayName: "NEW" } });
    expect(source.reads).to.equal(0);
  });
});

describe("observing a record", () => {
  it("shows it as it is, and keeps the originals and what another client has set", async () => {
    const { source, it } = managed(record());
    const originals = { displayName: "Oldest" };
    const seen = await it.read(recorded({ displayName: "New" }, { privateState: { originals } }));
    const found = { displayName: source.now.answer.displayName };
    expect(seen).to.deep.equal({ snapshot: source.now, privateState: { originals, found } });
    expect(source.sent).to.deep.equal([]);
  });

  it("reports that it is gone", async () => {
    const { source, it } = managed(record());
    source.remove();
    expect(await it.read(recorded({}))).to.equal("missing");
  });
});
