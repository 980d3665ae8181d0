import { expect } from "chai";
import { describe, it } from "mocha";
import { RecordGoneError } from "../../../provider/partialUpdates/conflict.js";
import type {
  FieldUpdate,
  PartialUpdateOptions,
  UnknownUpdate,
  Updated,
} from "../../../provider/partialUpdates/partialUpdate.js";
import { updateFields } from "../../../provider/partialUpdates/settledUpdate.js";
import { customerSchema as schema } from "../../../provider/services/records/schema.js";
import { errorText } from "../../support/asRead.js";
import { testContext } from "../support/hooks.js";
import {
  lost,
  MemorySource,
  noResponse,
  overtaken,
  refusal,
  refused,
  unanswered,
} from "../support/memorySource.js";

const record = () => ({ displayName: "Old", phoneNumber: "+1", city: "Ulm", additionalFields: { limit: 5 } });
const rename: FieldUpdate = { path: "displayName", to: "New", seen: ["Old"] };

/** Makes the changes. */
function update(source: MemorySource, changes: FieldUpdate[], more: Partial<PartialUpdateOptions> = {}) {
  const context = testContext();
  return { context, result: updateFields({ ...context, schema, source, changes, ...more }).then(applied) };
}

function applied(result: Updated | UnknownUpdate): Updated {
  if (result.outcome !== "applied") throw result.error;
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

  it("says what is not there", async () => {
    const source = new MemorySource(record());
    source.remove();
    const error = await failure(update(source, [rename]).result);
    expect(error).to.be.instanceOf(RecordGoneError);
    expect(errorText(error)).to.equal("record customers(1) does not exist.");
  });
});

describe("a value that another client set", () => {
  it("cannot be detected in a field that the responses leave out: the tag alone decides", async () => {
    const { displayName, ...rest } = record();
    const source = new MemorySource(rest);
    await update(source, [rename]).result;
    expect(source.sent).to.deep.equal([{ body: { displayName: "New" }, tag: "tag 1" }]);
  });
});

describe("a record that changes between read and update", () => {
  it("is left as it is where a field changed that was about to be managed", async () => {
    const source = new MemorySource(record()).patches(overtaken({ displayName: "Theirs" }));
    const error = await failure(update(source, [{ ...rename, seen: "found" }]).result);
    expect(errorText(error)).to.include('"Old" when first read');
    expect(source.now.answer.displayName).to.equal("Theirs");
  });

  it("is read again after a pause where the service still returns the tag that it refuses", async () => {
    const source = new MemorySource(record());
    const before = source.now;
    source.looks(...Array(3).fill(() => before));
    source.change({ city: "Theirs" });
    const { context, result } = update(source, [rename]);
    await result;
    expect(source.sent.map(({ tag }) => tag)).to.deep.equal(["tag 1", "tag 1", "tag 1", "tag 2"]);
    expect(context.clock.waits).to.have.length(2);
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
  it("is not read in a run that was canceled: its outcome stays unknown", async () => {
    const source = new MemorySource(record()).patches(unanswered(lost()));
    const context = testContext();
    context.runtime.cancel();
    const result = await updateFields({ ...context, schema, source, changes: [rename] });
    expect(result.outcome).to.equal("unknown");
    expect([source.reads, source.sent.length]).to.deep.equal([1, 1]);
  });
});

describe("an update whose response would be the same again", () => {
  for (const [name, error] of Object.entries({
    redirect: noResponse("redirect"),
    notJson: noResponse("notJson"),
    undocumented: noResponse("undocumented"),
    501: refusal(501),
  })) {
    it(`is sent once, and then read (${name})`, async () => {
      const source = new MemorySource(record()).patches(refused(error));
      expect(await failure(update(source, [rename]).result)).to.equal(error);
      expect([source.reads, source.sent.length]).to.deep.equal([2, 1]);
    });

    it(`is complete if the record has the values (${name})`, async () => {
      const source = new MemorySource(record()).patches(unanswered(error));
      expect((await update(source, [rename]).result).snapshot).to.deep.equal(source.now);
      expect([source.reads, source.sent.length]).to.deep.equal([2, 1]);
    });
  }
});
