import { expect } from "chai";
import { describe, it } from "mocha";
import { ResourceInitError } from "../../../provider/contract/lifecycle.js";
import { ProviderError } from "../../../provider/contract/providerError.js";
import { ConflictError, RecordGoneError } from "../../../provider/partialUpdates/conflict.js";
import { createRecordLifecycle } from "../../../provider/partialUpdates/recordLifecycle.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { customerSchema as schema } from "../../../provider/services/records/schema.js";
import { asRead } from "../../support/asRead.js";
import { rejection } from "../http/answers.js";
import { settings, testContext } from "../support/hooks.js";
import { MemorySource, refusal, refused } from "../support/memorySource.js";

const args = { displayName: "New", onDestroy: "restore" };
const recorded = { args, outputs: {}, privateState: { originals: { displayName: "Old" } } };

function lifecycleOf(held: MemorySource | JsonObject) {
  const context = testContext();
  const source = held instanceof MemorySource ? held : new MemorySource(held);
  const lifecycle = createRecordLifecycle({
    schema,
    service: "business",
    source: () => source,
    idFormat: "The ID",
  });
  return { context, lifecycle, source };
}

/** Never an answer. */
const silent = () => {
  const source = new MemorySource({ displayName: "Old" });
  for (let n = 0; n < 6; n++) source.patches(refused(refusal(504)));
  return source;
};

describe("the life of a record", () => {
  it("begins with adopting it: id in lower case, answer with its tag, and what is kept", async () => {
    const { lifecycle, context, source } = lifecycleOf({ displayName: "Old", city: "Ulm" });
    expect(await lifecycle.create(args, context)).to.deep.equal({
      id: "the id",
      answer: { displayName: "New", city: "Ulm", etag: source.now.tag },
      privateState: { originals: { displayName: "Old" } },
      storedDifferently: [],
    });
  });

  it("updates a field that an update of another resource has changed in the same run, and in no other run", async () => {
    const source = new MemorySource(
      { country: "GB", city: "Leeds" },
      { respell: (sent) => ("country" in sent ? { ...sent, city: "" } : sent) },
    );
    const { lifecycle, context } = lifecycleOf(source);
    const inState = (state: JsonObject) => ({ args: state, outputs: {}, privateState: {} });
    await lifecycle.update("id", { country: "FR" }, inState({ country: "GB" }), context);
    const move = (run: typeof context) =>
      lifecycle.update("id", { city: "Lyon" }, inState({ city: "Leeds" }), run);
    expect(await rejection(move(testContext()))).to.be.instanceOf(ConflictError);
    await move(context);
    expect(source.now.answer).to.deep.equal({ country: "FR", city: "Lyon" });
  });

  it("is read, or missing", async () => {
    const { lifecycle, context, source } = lifecycleOf({ displayName: "Theirs" });
    expect(await lifecycle.read("id", recorded, context)).to.deep.equal({
      id: "id",
      answer: { displayName: "Theirs", etag: source.now.tag },
      privateState: { ...recorded.privateState, foreign: ["displayName"] },
    });
    source.remove();
    expect(await lifecycle.read("id", recorded, context)).to.equal("missing");
  });
});

describe("an unclear end", () => {
  const unsure = { base: { displayName: "Old" }, unsure: ["displayName"] };
  const work = {
    create: { id: "the id", privateState: { originals: { displayName: "Old" }, ...unsure } },
    update: { id: "id", privateState: { originals: { displayName: "Older" }, ...unsure } },
  };
  const before = {
    args: { ...args, displayName: "Old" },
    outputs: {},
    privateState: { originals: { displayName: "Older" } },
  };

  for (const operation of ["create", "update"] as const) {
    it(`of ${operation} keeps the resource, with what is known, and the cause`, async () => {
      const { lifecycle, context } = lifecycleOf(silent());
      const ending =
        operation === "create"
          ? lifecycle.create(args, context)
          : lifecycle.update("id", args, before, context);
      const error = (await rejection(ending)) as ResourceInitError;
      expect(error).to.be.instanceOf(ResourceInitError);
      expect(error.cause).to.include({ name: "ServiceError", status: 504 });
      expect(error.state).to.deep.include(work[operation]);
      expect(error.state.answer).to.deep.equal({ displayName: "Old", etag: "tag 1" });
    });
  }

  it("requires another update, which names the fields", () => {
    const { lifecycle } = lifecycleOf({});
    const reason = (unsure: string[]) =>
      lifecycle.pendingUpdateReason?.({ ...before, privateState: { unsure } }, before.args);
    expect(asRead(reason(["displayName", "city"]))).to.equal(
      "an earlier update of displayName, city has an unknown outcome; this update resolves it.",
    );
    expect(reason([])).to.equal(undefined);
  });

  it("of delete is the service's own error: the state stays as it is", async () => {
    const source = silent();
    source.change({ displayName: "New" });
    const { lifecycle, context } = lifecycleOf(source);
    const error = await rejection(lifecycle.delete("id", recorded, context));
    expect(error).to.include({ name: "ServiceError", status: 504 });
  });
});

describe("what to do", () => {
  const { lifecycle } = lifecycleOf({});
  const advice: [Error, RegExp | undefined][] = [
    [new RecordGoneError("gone"), /This resource does not create records.*pulumi refresh/],
    [refusal(404), /companyId.*businessUrl/],
    [refusal(409), undefined],
    [refusal(400, "BadRequest_InvalidToken"), undefined],
    [refusal(412), /at every attempt.*pulumi up/],
  ];
  for (const [error, expected] of advice) {
    it(`about ${error.name} ${(error as { status?: number }).status ?? ""}`, () => {
      const text =
        lifecycle.hint?.(error, settings) ?? (error instanceof ProviderError ? error.hint : undefined);
      if (expected === undefined) expect(text).to.equal(undefined);
      else expect(text).to.match(expected);
    });
  }
});
