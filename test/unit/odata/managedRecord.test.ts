import { expect } from "chai";
import { describe, it } from "mocha";
import type { Recorded } from "../../../provider/lifecycle.js";
import { ConflictError, RecordGoneError } from "../../../provider/odata/conflict.js";
import { type Managed, ManagedRecord, UnclearRecordError } from "../../../provider/odata/managedRecord.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { customerSchema as schema } from "../../../provider/services/records/schema.js";
import {
  answering,
  MemorySource,
  overtaken,
  refusal,
  refused,
  unanswered,
} from "../../model/memorySource.js";
import { RecordingRow } from "../support/hooks.js";

const restore = { onDestroy: "restore" };
const record = () => ({ displayName: "Old", phoneNumber: "+1", additionalFields: { limit: 5 } });

/** A record under management, and what the row says about it. */
function managed(source: MemorySource) {
  const row = new RecordingRow();
  return { row, it: new ManagedRecord({ schema, source, row, pause: async () => undefined }) };
}

/** What the state has after an operation. */
function recorded(args: JsonObject, { look, kept }: Partial<Managed> = {}): Recorded {
  return { args, outputs: { etag: look?.tag }, kept: kept ?? {} };
}

/** The error of an update whose outcome is not known in the end. */
async function unclear(work: Promise<unknown>): Promise<UnclearRecordError> {
  const error: unknown = await work.catch((thrown) => thrown);
  if (!(error instanceof UnclearRecordError)) expect.fail("it should have ended unclear");
  return error;
}

/** No answer, and no look after it either. */
const silent = (
  source: MemorySource,
  ...[turn = refused(refusal(504))]: Parameters<MemorySource["patches"]>
) => source.patches(turn).looks((act) => act(), refused(refusal(503)));

describe("adopting a record", () => {
  it("sends the declared fields that differ, and keeps nothing", async () => {
    const source = new MemorySource(record());
    const { look, kept } = await managed(source).it.adopt({ displayName: "New", phoneNumber: "+1" });
    expect(source.sent.map(({ body }) => body)).to.deep.equal([{ displayName: "New" }]);
    expect(look).to.deep.equal(source.now);
    expect(kept).to.deep.equal({});
  });

  it("keeps with `restore` what the declared fields held, and no others", async () => {
    const source = new MemorySource(record());
    const args = { ...restore, displayName: "New", additionalFields: { limit: 6 }, email: "a@b.example" };
    const { kept } = await managed(source).it.adopt(args);
    // The answer left the e-mail address out: what it holds is not known.
    expect(kept).to.deep.equal({ originals: { displayName: "Old", "additionalFields.limit": 5 } });
  });

  it("says that nothing is there to put back where it holds the declared values already", async () => {
    for (const [args, lines] of [
      [restore, 1],
      [{}, 0],
    ] as const) {
      const { it, row } = managed(new MemorySource(record()));
      await it.adopt({ ...args, displayName: "Old" });
      expect(row.told).to.have.length(lines);
    }
  });

  it("that somebody else disturbs changes nothing", async () => {
    const source = new MemorySource(record()).patches(overtaken({ displayName: "Theirs" }));
    const error = await managed(source)
      .it.adopt({ displayName: "New" })
      .catch((thrown) => thrown);
    expect(error).to.be.instanceOf(ConflictError);
    expect(source.now.answer.displayName).to.equal("Theirs");
  });

  it("with an unclear end leaves the values before it, with `restore` also as the originals", async () => {
    for (const [args, kept] of [
      [restore, { originals: { displayName: "Old" }, unclear: { displayName: "Old" } }],
      [{}, { unclear: { displayName: "Old" } }],
    ] as const) {
      const source = silent(new MemorySource(record()));
      const error = await unclear(managed(source).it.adopt({ ...args, displayName: "New" }));
      expect(error.managed.kept).to.deep.equal(kept);
      expect(error.managed.look.answer.displayName).to.equal("Old");
      expect(error.cause).to.include({ status: 504 });
    }
  });
});

describe("bringing a record from what was declared to what is declared now", () => {
  it("sends what changed in the program, and nothing that did not", async () => {
    const source = new MemorySource({ ...record(), phoneNumber: "theirs" });
    const before = recorded({ displayName: "Old", phoneNumber: "+1" });
    await managed(source).it.bring({ displayName: "New", phoneNumber: "+1" }, before);
    expect(source.sent.map(({ body }) => body)).to.deep.equal([{ displayName: "New" }]);
  });

  it("fails where somebody else changed what is to be changed, with the tag that was last seen", async () => {
    const source = new MemorySource({ ...record(), displayName: "Theirs" });
    const before = { ...recorded({ displayName: "Old" }), outputs: { etag: "tag 0" } };
    const error = await managed(source)
      .it.bring({ displayName: "New" }, before)
      .catch((thrown) => thrown);
    expect(error).to.deep.include({ fields: ["displayName"], lastSeen: "tag 0", now: "tag 1" });
    expect(source.sent).to.deep.equal([]);
  });

  it("takes a field that is managed from now on as it is, and keeps its value with `restore`", async () => {
    const source = new MemorySource(record());
    const before = recorded(
      { ...restore, displayName: "New" },
      { kept: { originals: { displayName: "Older" } } },
    );
    const args = { ...restore, displayName: "New", phoneNumber: "+2" };
    const { kept } = await managed(source).it.bring(args, before);
    expect(kept).to.deep.equal({ originals: { displayName: "Older", phoneNumber: "+1" } });
    expect(source.sent.map(({ body }) => body)).to.deep.equal([{ phoneNumber: "+2" }]);
  });

  const dropped = { ...restore, displayName: "New", phoneNumber: "+2" };
  const originals = { displayName: "Old", phoneNumber: "+1" };

  it("puts a dropped field back with `restore`", async () => {
    const source = new MemorySource({ displayName: "New", phoneNumber: "+2" });
    const { it, row } = managed(source);
    const { kept } = await it.bring(
      { ...restore, displayName: "New" },
      recorded(dropped, { kept: { originals } }),
    );
    expect(source.now.answer).to.deep.equal({ displayName: "New", phoneNumber: "+1" });
    expect(kept).to.deep.equal({ originals: { displayName: "Old" } });
    expect([row.told, row.warnings]).to.deep.equal([[], []]);
  });

  it("leaves a dropped field that somebody else changed, says so, and changes the others", async () => {
    const source = new MemorySource({ displayName: "New", phoneNumber: "theirs" });
    const { it, row } = managed(source);
    await it.bring({ ...restore, displayName: "Newer" }, recorded(dropped, { kept: { originals } }));
    expect(source.now.answer).to.deep.equal({ displayName: "Newer", phoneNumber: "theirs" });
    expect(row.warnings).to.deep.equal(["not put back, since somebody else changed it: phoneNumber."]);
  });

  it("leaves a dropped field without `restore`, and says so", async () => {
    const source = new MemorySource({ displayName: "New", phoneNumber: "+2" });
    const { it, row } = managed(source);
    const { kept } = await it.bring({ displayName: "New" }, recorded(dropped, { kept: { originals } }));
    expect([source.reads, source.sent.length]).to.deep.equal([0, 0]);
    expect(kept).to.deep.equal({});
    expect(row.told).to.deep.equal(["no longer managed, left as it is: phoneNumber."]);
  });

  it("leaves a dropped field whose value before is not known, and says so", async () => {
    const source = new MemorySource({ displayName: "New", phoneNumber: "+2" });
    const { it, row } = managed(source);
    await it.bring({ ...restore, displayName: "New" }, recorded(dropped));
    expect(source.sent).to.deep.equal([]);
    expect(row.told).to.deep.equal(["no longer managed, left as it is: phoneNumber."]);
  });

  it("says with a new `restore` which values cannot be put back, once", async () => {
    const { it, row } = managed(new MemorySource(record()));
    await it.bring({ ...restore, displayName: "Old" }, recorded({ displayName: "Old" }));
    await it.bring({ ...restore, displayName: "Old" }, recorded({ ...restore, displayName: "Old" }));
    expect(row.warnings).to.deep.equal([
      "what displayName held before is not known, so destroying it will not put it back.",
    ]);
  });

  it("asks for nothing where nothing is to be changed, and answers what the state has", async () => {
    const source = new MemorySource(record());
    const before: Recorded = {
      args: { displayName: "New" },
      outputs: { etag: "tag 0", city: "Ulm" },
      kept: { answered: { displayName: "NEW" } },
    };
    const { look, kept } = await managed(source).it.bring({ ...restore, displayName: "New" }, before);
    expect(look).to.deep.equal({
      tag: "tag 0",
      answer: { etag: "tag 0", city: "Ulm", displayName: "New" },
    });
    expect(kept).to.deep.equal({ answered: { displayName: "NEW" } });
    expect(source.reads).to.equal(0);
  });

  it("fails where the record is gone", async () => {
    const source = new MemorySource(record());
    source.remove();
    const error = await managed(source)
      .it.bring({ displayName: "New" }, recorded({ displayName: "Old" }))
      .catch((thrown) => thrown);
    expect(error).to.be.instanceOf(RecordGoneError);
  });
});

describe("an unclear end of bringing it there", () => {
  const before = recorded(
    { ...restore, displayName: "Old", phoneNumber: "+2" },
    { kept: { originals: { displayName: "Oldest", phoneNumber: "+1" } } },
  );
  const args = { ...restore, displayName: "New", email: "new" };
  const fields = { displayName: "Old", phoneNumber: "+2", email: "old" };

  for (const [how, turn] of Object.entries({
    "had no effect": refused(refusal(504)),
    "had its effect": unanswered(refusal(504)),
  })) {
    it(`is kept, and settled by the next update (${how})`, async () => {
      const source = silent(new MemorySource(fields), turn);
      const { managed: half } = await unclear(managed(source).it.bring(args, before));
      expect(half.kept).to.deep.equal({
        originals: { displayName: "Oldest", phoneNumber: "+1", email: "old" },
        unclear: fields,
      });
      const whole = await managed(source).it.bring(args, recorded(args, half));
      expect(source.now.answer).to.deep.equal({ displayName: "New", phoneNumber: "+1", email: "new" });
      expect(source.effects).to.equal(1);
      expect(whole.kept).to.deep.equal({ originals: { displayName: "Oldest", email: "old" } });
    });

    it(`is settled by destroying it (${how})`, async () => {
      const source = silent(new MemorySource(fields), turn);
      const { managed: half } = await unclear(managed(source).it.bring(args, before));
      await managed(source).it.release(recorded(args, half));
      expect(source.now.answer).to.deep.equal({ displayName: "Oldest", phoneNumber: "+1", email: "old" });
    });
  }

  it("is no licence to overwrite what somebody else sets later", async () => {
    const source = silent(new MemorySource(fields));
    const { managed: half } = await unclear(managed(source).it.bring(args, before));
    source.change({ displayName: "Theirs" });
    const error = await managed(source)
      .it.bring(args, recorded(args, half))
      .catch((thrown) => thrown);
    expect(error).to.deep.include({ fields: ["displayName"] });
    expect(source.now.answer).to.include({ displayName: "Theirs", phoneNumber: "+2" });
  });

  it("can be followed by another one", async () => {
    const source = silent(new MemorySource(fields));
    const { managed: half } = await unclear(managed(source).it.bring(args, before));
    silent(source, unanswered(refusal(504)));
    const { managed: again } = await unclear(managed(source).it.bring(args, recorded(args, half)));
    expect(again.kept).to.deep.equal(half.kept);
    await managed(source).it.bring(args, recorded(args, again));
    expect(source.effects).to.equal(1);
  });

  it("does not lose what a dropped field held before, when it is declared again", async () => {
    const source = silent(new MemorySource(fields));
    const { managed: half } = await unclear(managed(source).it.bring(args, before));
    const { kept } = await managed(source).it.bring({ ...args, phoneNumber: "+3" }, recorded(args, half));
    expect(kept).to.have.deep.nested.property("originals.phoneNumber", "+1");
  });

  it("is settled by a refresh: what is there is seen", async () => {
    const source = silent(new MemorySource(fields));
    const { managed: half } = await unclear(
      managed(source).it.bring({ displayName: "New" }, recorded({ displayName: "Old" })),
    );
    const seen = await managed(source).it.observe(recorded({ displayName: "New" }, half));
    expect(seen).to.deep.equal({ look: source.now, kept: {} });
  });
});

describe("a value that the service spells in its own way", () => {
  const shouting = () =>
    new MemorySource(record(), {
      respell: ({ displayName, ...rest }) => ({ ...rest, displayName: String(displayName).toUpperCase() }),
    });
  const args = { displayName: "New" };
  const answered = { displayName: "NEW" };

  it("is remembered, and told once", async () => {
    const { it, row } = managed(shouting());
    const { kept, look } = await it.adopt(args);
    expect(kept).to.deep.equal({ answered });
    expect(look.answer.displayName).to.equal("NEW");
    expect(row.warnings).to.deep.equal(["the service keeps another value than it was sent: displayName."]);
  });

  it("is no drift", async () => {
    const source = shouting();
    const { it } = managed(source);
    const seen = (await it.observe(recorded(args, await it.adopt(args)))) as Managed;
    expect(seen.look.answer.displayName).to.equal("New");
    expect(seen.look.tag).to.equal(source.now.tag);
    expect(seen.kept).to.deep.equal({ answered });
  });

  it("is drift, and forgotten, once somebody else changed it", async () => {
    const source = shouting();
    const { it } = managed(source);
    const adopted = await it.adopt(args);
    source.change({ displayName: "Theirs" });
    const seen = (await it.observe(recorded(args, adopted))) as Managed;
    expect(seen.look.answer.displayName).to.equal("Theirs");
    expect(seen.kept).to.deep.equal({ found: { displayName: "Theirs" } });
  });

  it("is not sent again with another field, and still known afterwards", async () => {
    const source = shouting();
    const { it } = managed(source);
    const adopted = await it.adopt({ ...args, phoneNumber: "+1" });
    const { kept } = await it.bring(
      { ...args, phoneNumber: "+2" },
      recorded({ ...args, phoneNumber: "+1" }, adopted),
    );
    expect(source.sent[1]?.body).to.deep.equal({ phoneNumber: "+2" });
    expect(kept).to.deep.equal({ answered });
  });

  it("is ours to change and to put back", async () => {
    const source = shouting();
    const { it } = managed(source);
    const adopted = await it.adopt({ ...args, ...restore });
    const brought = await it.bring(
      { displayName: "Newer", ...restore },
      recorded({ ...args, ...restore }, adopted),
    );
    expect(brought.kept).to.deep.equal({
      originals: { displayName: "Old" },
      answered: { displayName: "NEWER" },
    });
    await it.release(recorded({ displayName: "Newer", ...restore }, brought));
    expect(source.now.answer.displayName).to.equal("OLD");
  });

  it("is forgotten with another value that the service keeps as it is", async () => {
    const { it } = managed(shouting());
    const { kept } = await it.bring({ displayName: "LOUD" }, recorded(args, await it.adopt(args)));
    expect(kept).to.deep.equal({});
  });

  it("is not looked for in an answer that shows nothing", async () => {
    const { it, row } = managed(shouting().patches(answering(() => undefined)));
    expect((await it.adopt(args)).kept).to.deep.equal({});
    expect(row.warnings).to.deep.equal([]);
  });
});

describe("observing a record", () => {
  it("shows it as it is, and keeps the originals and what somebody else has set", async () => {
    const source = new MemorySource(record());
    const originals = { displayName: "Oldest" };
    const seen = await managed(source).it.observe(recorded({ displayName: "New" }, { kept: { originals } }));
    const found = { displayName: source.now.answer.displayName };
    expect(seen).to.deep.equal({ look: source.now, kept: { originals, found } });
    expect(source.sent).to.deep.equal([]);
  });

  it("tells that it is gone", async () => {
    const source = new MemorySource(record());
    source.remove();
    expect(await managed(source).it.observe(recorded({}))).to.equal("missing");
  });
});

describe("releasing a record", () => {
  const args = { displayName: "New", additionalFields: { limit: 6 } };
  const fields = { displayName: "New", phoneNumber: "+1", additionalFields: { limit: 6 } };
  const originals = { displayName: "Old", "additionalFields.limit": 5 };

  it("does not put back over what a refresh has found to be somebody else's, though the state has it", async () => {
    const source = new MemorySource({ ...fields, displayName: "Theirs" });
    const { it, row } = managed(source);
    const found = { displayName: "Theirs" };
    await it.release(
      recorded({ ...args, displayName: "Theirs", onDestroy: "restore" }, { kept: { originals, found } }),
    );
    expect(source.now.answer).to.deep.include({ displayName: "Theirs", additionalFields: { limit: 5 } });
    expect(row.warnings).to.deep.equal(["not put back, since somebody else changed it: displayName."]);
  });

  it("leaves it by default, and says so without a request", async () => {
    for (const onDestroy of [undefined, "retain"]) {
      const source = new MemorySource(fields);
      const { it, row } = managed(source);
      await it.release(recorded({ ...args, onDestroy }, { kept: { originals } }));
      expect(source.reads).to.equal(0);
      expect(row.told).to.deep.equal([
        "the record stays at the service, with what was last applied to displayName, additionalFields.limit.",
      ]);
    }
  });

  it("puts everything back with `restore`, under the tag just read", async () => {
    const source = new MemorySource(fields);
    const { it, row } = managed(source);
    await it.release(recorded({ ...args, ...restore }, { kept: { originals } }));
    expect(source.sent).to.deep.equal([{ body: { displayName: "Old", limit: 5 }, tag: "tag 1" }]);
    expect([row.told, row.warnings]).to.deep.equal([[], []]);
  });

  it("leaves what somebody else changed, before or meanwhile, and says so", async () => {
    for (const source of [
      new MemorySource({ ...fields, displayName: "Theirs" }),
      new MemorySource(fields).patches(overtaken({ displayName: "Theirs" })),
    ]) {
      const { it, row } = managed(source);
      await it.release(recorded({ ...args, ...restore }, { kept: { originals } }));
      expect(source.now.answer).to.deep.include({ displayName: "Theirs", additionalFields: { limit: 5 } });
      expect(row.warnings).to.deep.equal(["not put back, since somebody else changed it: displayName."]);
    }
  });

  it("sends nothing where the values from before are there already", async () => {
    const source = new MemorySource({ displayName: "Old", additionalFields: { limit: 5 } });
    await managed(source).it.release(recorded({ ...args, ...restore }, { kept: { originals } }));
    expect(source.sent).to.deep.equal([]);
  });

  it("leaves what was there before it was known, and says so", async () => {
    const source = new MemorySource(fields);
    const { it, row } = managed(source);
    const kept = { originals: { displayName: "Old" } };
    await it.release(recorded({ ...args, ...restore }, { kept }));
    expect(source.sent.map(({ body }) => body)).to.deep.equal([{ displayName: "Old" }]);
    expect(row.warnings).to.deep.equal([
      "what additionalFields.limit held before is not known: left as it is.",
    ]);
  });

  it("is done where the record is gone", async () => {
    const source = new MemorySource(fields);
    source.remove();
    const { it, row } = managed(source);
    await it.release(recorded({ ...args, ...restore }, { kept: { originals } }));
    expect(row.told).to.deep.equal(["the record is gone: there is nothing to put back."]);
  });

  it("fails with another error, and can be run again", async () => {
    const source = new MemorySource(fields).patches(refused(refusal(403)));
    const work = () => managed(source).it.release(recorded({ ...args, ...restore }, { kept: { originals } }));
    expect(await work().catch((thrown) => thrown)).to.include({ status: 403 });
    await work();
    expect(source.now.answer.displayName).to.equal("Old");
  });
});
