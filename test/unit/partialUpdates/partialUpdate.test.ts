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
import { isTagConflict } from "../../../provider/partialUpdates/taggedAttempts.js";
import type { Json } from "../../../provider/schema/json.js";
import { customerSchema as schema } from "../../../provider/services/records/schema.js";
import { KnownSecrets } from "../../../provider/text/knownSecrets.js";
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
import { managed } from "./managedRecords.js";

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

describe("an update that the service refuses", () => {
  it("is an error, and its outcome is not unknown", async () => {
    const source = new MemorySource(record()).patches(refused(refusal(400)));
    const result = updateFields({ ...testContext(), schema, source, changes: [rename] });
    expect(await failure(result)).to.include({ outcome: "notApplied" });
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

describe("a record that is not the one whose tag was sent", () => {
  const answers: [number, string | undefined, boolean][] = [
    [409, "Request_EntityChanged", true],
    [409, "Internal_RecordLocked", false],
    [412, undefined, true],
    [400, "BadRequest_InvalidToken", true],
    [400, "BadRequest", false],
    [403, "BadRequest_InvalidToken", false],
    [404, "Request_EntityChanged", false],
    [500, "Request_EntityChanged", false],
  ];
  for (const [status, code, expected] of answers) {
    it(`${status} ${code ?? "without a code"} ${expected ? "says so" : "says something else"}`, () => {
      expect(isTagConflict(refusal(status, code))).to.equal(expected);
    });
  }

  it("is recognized from a response only", () => {
    for (const error of [lost(), new Error("412"), undefined]) expect(isTagConflict(error)).to.equal(false);
  });
});

describe("the error of a conflict", () => {
  const conflict = (path: string, before: Json, live: Json) => ({
    path,
    before,
    wanted: { value: "b" },
    live,
  });

  it("shows what the state, the program and the service have", () => {
    const conflicts = [
      conflict("city", "a", "c"),
      { path: "additionalFields.creditLimit", before: 5, isNew: true, live: undefined },
    ];
    expect(errorText(new ConflictError(conflicts))).to.equal(
      "city, additionalFields.creditLimit changed in the meantime, by another client or an interrupted update of this stack; nothing was overwritten.\n" +
        '  city: "a" in the state, "b" in the program, "c" at the service\n' +
        "  additionalFields.creditLimit: 5 when first read, nothing at the service",
    );
  });

  it("advises a refresh and then the refused command, or just `pulumi up` if no value was set before", () => {
    const changed = conflict("city", "a", "c");
    const removed = { path: "city", before: "a", live: "c", isNew: false };
    const found = { path: "city", before: "a", live: "c", isNew: true };
    const commands = [[changed, removed], [removed], [found]].map((conflicts) =>
      new ConflictError(conflicts).hint?.match(/pulumi \w+/g),
    );
    expect(commands).to.deep.equal([
      ["pulumi refresh", "pulumi up"],
      ["pulumi refresh", "pulumi destroy"],
      ["pulumi up"],
    ]);
  });

  it("names the refresh for a new resource that the state keeps, because a response was lost", async () => {
    const source = new MemorySource({ city: "Bonn" }, { respell: () => ({ city: "BONN-1" }) });
    const { failure } = await managed(source.patches(unanswered())).it.create({ city: "Ulm" });
    expect((failure as ConflictError).hint).to.include("pulumi refresh");
  });

  it("shows no value of a field that is a secret, or of which one value is", () => {
    const secrets = new KnownSecrets(["c4nary-0815"]);
    const isSecretPath = (path: string) => path === "pin";
    const conflicts = [conflict("pin", "1", "2"), conflict("key", "c4nary-0815", "theirs")];
    const message = errorText(new ConflictError(conflicts, { secrets, isSecretPath }));
    const hidden = "[secret] in the state, [secret] in the program, [secret] at the service";
    expect(message.split("\n").slice(1)).to.deep.equal([`  pin: ${hidden}`, `  key: ${hidden}`]);
  });

  it("shows what a service names items with as one masked line, and not all of many", () => {
    const secrets = new KnownSecrets(["c4nary-0815"]);
    const paths = ["lines[c4nary-0815]", "lines[a\n\u001b[2Jb]", ...Array.from({ length: 30 }, () => "x")];
    const conflicts = paths.map((path) => conflict(path, "a", `c\n\u001b[2Jd${"e".repeat(500)}`));
    const message = errorText(new ConflictError(conflicts, { secrets }), "c4nary-0815");
    expect(message).to.match(/^lines\[\[secret\]\], lines\[a b\], x, .* x, … and 22 more changed in /);
    const lines = message.split("\n").slice(1);
    expect(lines).to.have.length(10);
    expect(message).not.to.include("\u001b");
    for (const line of lines) expect(line.length).to.be.below(250);
  });
});
