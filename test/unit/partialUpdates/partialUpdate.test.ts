import { expect } from "chai";
import { describe, it } from "mocha";
import { ConflictError, RecordGoneError } from "../../../provider/partialUpdates/conflict.js";
import type {
  FieldUpdate,
  PartialUpdateOptions,
  UnknownUpdate,
  Updated,
} from "../../../provider/partialUpdates/partialUpdate.js";
import { updateFields } from "../../../provider/partialUpdates/settledUpdate.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { customerSchema as schema } from "../../../provider/services/records/schema.js";
import { errorText } from "../../support/asRead.js";
import {
  answering,
  lost,
  MemorySource,
  overtaken,
  refusal,
  refused,
  unanswered,
} from "../support/memorySource.js";

const MOST_ATTEMPTS = 6;

const record = () => ({ displayName: "Old", phoneNumber: "+1", city: "Ulm", additionalFields: { limit: 5 } });
const rename: FieldUpdate = { path: "displayName", to: "New", seen: ["Old"] };
const call: FieldUpdate = { path: "phoneNumber", to: "+2", seen: ["+1"] };

/** Makes the changes, and tells after which attempts it paused. */
function update(source: MemorySource, changes: FieldUpdate[], more: Partial<PartialUpdateOptions> = {}) {
  const pauses: number[] = [];
  const pause = async (attempt: number) => pauses.push(attempt) < 0;
  return { pauses, result: updateFields({ schema, source, changes, pause, ...more }).then(applied) };
}

function applied(result: Updated | UnknownUpdate): Updated {
  if (result.outcome !== "applied") throw result.error;
  return result;
}

/** Makes the changes; the outcome has to be unknown. */
async function unknownOf(source: MemorySource, changes: FieldUpdate[]): Promise<UnknownUpdate> {
  const result = await updateFields({ schema, source, changes, pause: async () => false });
  if (result.outcome !== "unknown") expect.fail("the outcome is known");
  return result;
}

async function failure(result: Promise<unknown>): Promise<unknown> {
  return result.then(
    () => expect.fail("it did not fail"),
    (error: unknown) => error,
  );
}

describe("a partial update", () => {
  it("sends nothing when nothing differs", async () => {
    const source = new MemorySource({ ...record(), displayName: "New" });
    const { snapshot, first, answered, left } = await update(source, [rename]).result;
    expect([snapshot, first, answered, left]).to.deep.equal([source.now, source.now, [], []]);
    expect(source.sent).to.deep.equal([]);
  });

  it("sends what differs and nothing else, under the tag just read", async () => {
    const source = new MemorySource({ ...record(), phoneNumber: "+2" });
    const found = source.now;
    const limit: FieldUpdate = { path: "additionalFields.limit", to: 6, seen: "found" };
    const { snapshot, first, answered } = await update(source, [rename, call, limit]).result;
    expect(source.sent).to.deep.equal([{ body: { displayName: "New", limit: 6 }, tag: found.tag }]);
    expect(answered).to.deep.equal(["displayName", "additionalFields.limit"]);
    expect(first).to.deep.equal(found);
    expect(snapshot.answer).to.include({ displayName: "New", phoneNumber: "+2" });
    expect(source.reads).to.equal(1);
  });

  it("says what is not there", async () => {
    const source = new MemorySource(record());
    source.remove();
    const error = await failure(update(source, [rename]).result);
    expect(error).to.be.instanceOf(RecordGoneError);
    expect(errorText(error)).to.equal("record customers(1) does not exist.");
  });

  it("leaves another error as it is, without a second attempt", async () => {
    for (const error of [
      refusal(400, "BadRequest"),
      refusal(409),
      lost("notApplied"),
      new Error("a mistake"),
    ]) {
      const source = new MemorySource(record()).patches(refused(error));
      expect(await failure(update(source, [rename]).result)).to.equal(error);
      expect(source.sent).to.have.length(1);
    }
    const source = new MemorySource(record()).looks(refused(refusal(503)));
    expect(await failure(update(source, [rename]).result)).to.include({ name: "ServiceError", status: 503 });
    expect(source.sent).to.deep.equal([]);
  });
});

describe("a value that another client set", () => {
  it("is overwritten where it was seen", async () => {
    const source = new MemorySource({ ...record(), displayName: "Theirs" });
    await update(source, [{ ...rename, seen: ["Old", "Theirs"] }]).result;
    expect(source.now.answer.displayName).to.equal("New");
  });

  it("is no obstacle where it is the one that was wanted", async () => {
    const source = new MemorySource(record()).patches(overtaken({ displayName: "New" }));
    const { answered } = await update(source, [rename]).result;
    expect(answered).to.deep.equal([]);
    expect(source.effects).to.equal(0);
  });

  it("cannot be detected in a field that the responses leave out: the tag alone decides", async () => {
    const { displayName, ...rest } = record();
    const source = new MemorySource(rest);
    await update(source, [rename]).result;
    expect(source.sent).to.deep.equal([{ body: { displayName: "New" }, tag: "tag 1" }]);
  });
});

describe("a record that changes between read and update", () => {
  for (const error of [refusal(409, "Request_EntityChanged"), refusal(412)]) {
    it(`is updated under its new tag where our fields are as they were (${error.status})`, async () => {
      const source = new MemorySource(record()).patches(overtaken({ city: "Theirs" }, refused(error)));
      const { pauses, result } = update(source, [rename]);
      await result;
      expect(source.sent.map(({ tag }) => tag)).to.deep.equal(["tag 1", "tag 2"]);
      expect(source.now.answer).to.include({ displayName: "New", city: "Theirs" });
      expect(pauses).to.deep.equal([]);
    });
  }

  it("is left as it is where one of our fields changed to a similar value", async () => {
    const similar: [JsonObject, JsonObject, FieldUpdate][] = [
      [{ displayName: "Old" }, { displayName: "NEW" }, rename],
      [
        { additionalFields: { limit: 8 } },
        { additionalFields: { limit: 20 } },
        { path: "additionalFields.limit", to: 19.99, seen: [8] },
      ],
    ];
    for (const [before, theirs, change] of similar) {
      const source = new MemorySource({ ...record(), ...before }).patches(overtaken(theirs));
      expect(await failure(update(source, [change]).result)).to.be.instanceOf(ConflictError);
      expect(source.effects).to.equal(0);
    }
  });

  it("is left as it is where one of our fields changed, with their names", async () => {
    const theirs = { displayName: "Theirs", phoneNumber: "+9" };
    const source = new MemorySource(record()).patches(overtaken(theirs));
    const limit: FieldUpdate = { path: "additionalFields.limit", to: 6, seen: [5] };
    const error = await failure(update(source, [rename, call, limit]).result);
    expect(errorText(error)).to.match(/^displayName, phoneNumber changed/);
    expect(source.effects).to.equal(0);
    expect(source.now.answer).to.include(theirs);
  });

  it("is left as it is where a field changed that was about to be managed", async () => {
    const source = new MemorySource(record()).patches(overtaken({ displayName: "Theirs" }));
    const error = await failure(update(source, [{ ...rename, seen: "found" }]).result);
    expect(errorText(error)).to.include('"Old" when first read');
    expect(source.now.answer.displayName).to.equal("Theirs");
  });

  it("may change again and again, but not for ever", async () => {
    const restless = Array.from({ length: MOST_ATTEMPTS }, (_, n) => overtaken({ city: `Theirs ${n}` }));
    const patient = new MemorySource(record()).patches(...restless.slice(1));
    expect((await update(patient, [rename]).result).answered).to.deep.equal(["displayName"]);
    const source = new MemorySource(record()).patches(...restless);
    expect(await failure(update(source, [rename]).result)).to.include({ status: 409 });
    expect(source.sent).to.have.length(MOST_ATTEMPTS);
  });

  it("is read again after a pause where the service still returns the tag that it refuses", async () => {
    const source = new MemorySource(record());
    const before = source.now;
    source.looks(...Array(3).fill(() => before));
    source.change({ city: "Theirs" });
    const { pauses, result } = update(source, [rename]);
    await result;
    expect(source.sent.map(({ tag }) => tag)).to.deep.equal(["tag 1", "tag 1", "tag 1", "tag 2"]);
    expect(pauses).to.deep.equal([2, 3]);
  });

  it("may be gone", async () => {
    const source = new MemorySource(record()).patches((_act, it) => {
      it.remove();
      throw refusal(409, "Request_EntityChanged");
    });
    const error = (await failure(update(source, [rename]).result)) as Error;
    expect(error).to.be.instanceOf(RecordGoneError);
    expect(error.message).to.equal("record customers(1) was deleted in the meantime.");
  });
});

describe("an update whose response is lost", () => {
  for (const error of [lost(), refusal(504), refusal(408)]) {
    const kind = "status" in error ? error.status : "connection";
    it(`is done where a read shows its effect (${kind})`, async () => {
      const source = new MemorySource(record()).patches(unanswered(error));
      const { pauses, result } = update(source, [rename, call]);
      const { snapshot, first, answered } = await result;
      expect(source.sent).to.have.length(1);
      expect(snapshot).to.deep.equal(source.now);
      expect(first.answer.displayName).to.equal("Old");
      // A value that a later read shows may be another writer's.
      expect(answered).to.deep.equal([]);
      expect(pauses).to.deep.equal([1]);
    });

    it(`is sent again where a read shows none (${kind})`, async () => {
      const source = new MemorySource(record()).patches(refused(error), refused(error));
      const { pauses, result } = update(source, [rename]);
      await result;
      expect(source.sent).to.have.length(3);
      expect([source.effects, source.reads]).to.deep.equal([1, 3]);
      expect(pauses).to.deep.equal([1, 2]);
    });
  }

  it("is not read in a run that was canceled: its outcome stays unknown", async () => {
    const source = new MemorySource(record()).patches(unanswered(lost()));
    const result = await updateFields({ schema, source, changes: [rename], pause: async () => true });
    expect(result.outcome).to.equal("unknown");
    expect([source.reads, source.sent.length]).to.deep.equal([1, 1]);
  });

  it("is not repeated over what another client has set since", async () => {
    const source = new MemorySource(record()).patches((act, it) => {
      act();
      it.change({ displayName: "Theirs" });
      throw lost();
    });
    await failure(update(source, [rename]).result);
    expect([source.effects, source.now.answer.displayName]).to.deep.equal([1, "Theirs"]);
  });

  it("keeps its unknown outcome where the next attempt is refused for another client's change", async () => {
    const source = new MemorySource(record()).patches(refused(lost()), (_act, it) => {
      it.change({ displayName: "Theirs" });
      throw refusal(412);
    });
    const { error, before } = await unknownOf(source, [rename]);
    expect(error).to.be.instanceOf(ConflictError);
    expect(before).to.deep.equal({ displayName: "Old" });
  });

  it("has an unknown outcome, with the values before it, when no read succeeds any more", async () => {
    const error = lost();
    const source = new MemorySource(record()).patches(refused(error));
    source.looks((act) => act(), refused(refusal(504)));
    const limit: FieldUpdate = { path: "additionalFields.limit", to: 6, seen: "found" };
    const unset: FieldUpdate = { path: "email", to: "a@b.example", seen: "found" };
    const result = await unknownOf(source, [rename, limit, unset]);
    expect(result).to.deep.include({
      before: { displayName: "Old", "additionalFields.limit": 5, email: null },
      error,
    });
    expect(result.first.tag).to.equal("tag 1");
  });

  it("has an unknown outcome when no response ever comes, with the values before the first attempt", async () => {
    const source = new MemorySource(record());
    for (let n = 0; n < MOST_ATTEMPTS; n++) source.patches(refused(refusal(504)));
    const { before } = await unknownOf(source, [{ ...rename, seen: "found" }]);
    expect(before).to.deep.equal({ displayName: "Old" });
    expect(source.sent).to.have.length(MOST_ATTEMPTS);
  });
});

describe("a response to an update", () => {
  it("may leave fields out: the read before has them", async () => {
    const source = new MemorySource(record()).patches(
      answering(({ tag, answer: { displayName } }) => ({ tag, answer: { displayName } })),
    );
    const { snapshot } = await update(source, [rename]).result;
    expect(snapshot).to.deep.equal({ tag: "tag 2", answer: { ...record(), displayName: "New" } });
    expect(source.reads).to.equal(1);
  });
});
