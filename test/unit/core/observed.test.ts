import { expect } from "chai";
import { describe, it } from "mocha";
import {
  type Lifecycle,
  type PriorState,
  ResourceInitError,
  type ResourceState,
} from "../../../provider/contract/lifecycle.js";
import { STORED } from "../../../provider/core/storedNames.js";
import { META } from "../../../provider/protocols/dynamic/names.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { customerSchema as schema } from "../../../provider/services/records/schema.js";
import { received } from "../../protocols/stateValues.js";
import { businessConfiguration, COMPANY, RECORD } from "../support/businessService.js";
import { hooksOf, secretsIn, thrownBy } from "../support/hooks.js";

/** A resource of which the program declares a part, and the service answers all: what is what in its state. */

const names = { companyId: COMPANY, customerId: RECORD };
const answer = {
  id: RECORD,
  displayName: "Ours",
  city: "Miami",
  website: null,
  salespersonCode: "HS",
  lastModifiedDateTime: "2025-02-02T18:28:34.057Z",
  etag: "tag",
};
const live = (changes: Partial<ResourceState> = {}): ResourceState => ({ id: RECORD, answer, ...changes });
const hooks = async (part: Partial<Lifecycle>) =>
  (await hooksOf({ schema, service: "business", ...part }, businessConfiguration)).hooks;

/** The state of a customer, as the engine hands it to a hook. */
async function stateOf(args: JsonObject, of: Partial<ResourceState> = {}): Promise<JsonObject> {
  const { create } = await hooks({ create: async () => live(of) });
  return received((await create({ ...names, ...args })).outs as JsonObject);
}

describe("fields that the program does not declare", () => {
  it("are outputs for the lifecycle too, and no arguments", async () => {
    const seen: PriorState[] = [];
    const remember = (recorded: PriorState) => {
      seen.push(recorded);
      return live();
    };
    const all = await hooks({
      read: async (_id, recorded) => remember(recorded),
      update: async (_id, _args, recorded) => remember(recorded),
      delete: async (_id, recorded) => void remember(recorded),
    });
    const state = await stateOf(
      { displayName: "Ours" },
      { privateState: { originals: { displayName: "Old" } } },
    );
    await all.read(RECORD, state);
    await all.update(RECORD, state, { ...names, city: "Naples" });
    await all.delete(RECORD, state);
    const { city, lastModifiedDateTime, etag } = answer;
    const expected = {
      args: { ...names, displayName: "Ours" },
      outputs: { city, lastModifiedDateTime, etag },
      privateState: { originals: { displayName: "Old" } },
    };
    expect(seen).to.deep.equal([expected, expected, expected]);
  });
});

describe("what a lifecycle keeps", () => {
  const privateState = { originals: { displayName: "canary-original" } };

  it("is in the state of an operation that failed half way, and never an input", async () => {
    const fail = async () => {
      throw new ResourceInitError(live({ privateState }), new Error("no answer"));
    };
    const all = await hooks({ create: fail, update: fail, read: async () => live({ privateState }) });
    const state = await stateOf({}, { privateState });
    for (const work of [() => all.create(names), () => all.update(RECORD, state, names)]) {
      const { error } = await thrownBy(work);
      expect(secretsIn(error.properties as JsonObject)).to.deep.equal({
        [STORED.privateState]: privateState,
      });
    }
    expect((await all.read(RECORD, state)).inputs).to.deep.equal(names);
  });
});

describe("a field that the program marked as secret", () => {
  const canary = "canary-name-4711";
  const secretLive = live({ answer: { ...answer, displayName: canary } });
  const all = () =>
    hooks({
      create: async () => secretLive,
      read: async () => secretLive,
      update: async () => secretLive,
    });
  const marked = { ...names, displayName: canary, city: "Miami", [META.inPlace]: ["displayName"] };
  const dropped = { ...names, city: "Miami" };
  const declared = async () => received((await (await all()).create(marked)).outs as JsonObject);

  it("is wrapped by us from the update on that drops it, and after each operation that follows", async () => {
    const { update, read } = await all();
    let outs = (await update(RECORD, await declared(), dropped)).outs as JsonObject;
    for (let round = 0; round < 2; round++) {
      expect(secretsIn(outs)).to.deep.equal({ displayName: canary });
      const refreshed = await read(RECORD, received(outs));
      expect(secretsIn(refreshed.props as JsonObject)).to.deep.equal({ displayName: canary });
      expect(refreshed.inputs).to.deep.equal(dropped);
      outs = (await update(RECORD, received(refreshed.props as JsonObject), { ...names, city: "Naples" }))
        .outs as JsonObject;
    }
    expect(secretsIn(outs)).to.deep.equal({ displayName: canary });
  });

  it("is wrapped where the update that drops it fails half way", async () => {
    const { update } = await hooks({
      update: async () => {
        throw new ResourceInitError(secretLive, new Error(`no answer for ${canary}`));
      },
    });
    const { error } = await thrownBy(async () => update(RECORD, await declared(), dropped));
    expect(secretsIn(error.properties as JsonObject)).to.deep.equal({
      displayName: canary,
      [STORED.formerSecrets]: [canary],
    });
    expect(error.message).to.equal("Customer: update failed: no answer for [secret]");
  });
});

describe("a secret that an update was to change, and could not", () => {
  const [former, latter] = ["canary-former", "canary-latter"];
  const declare = (displayName: string) => ({ ...names, displayName, [META.inPlace]: ["displayName"] });
  const quoting = async () => {
    throw new ResourceInitError(live(), new Error(`cannot change ${former} to ${latter}`));
  };
  const formerIn = (state: unknown) => secretsIn(state as JsonObject)[STORED.formerSecrets];
  const failedUpdate = async (state: JsonObject) => {
    const { update } = await hooks({ update: quoting });
    return (await thrownBy(() => update(RECORD, state, declare(latter)))).error;
  };
  const failed = async () => received((await failedUpdate(declare(former))).properties as JsonObject);

  it("is known to the next update, to which the service still quotes it", async () => {
    const { message, properties } = await failedUpdate(await failed());
    expect(message).to.equal("Customer: update failed: cannot change [secret] to [secret]");
    expect(formerIn(properties)).to.deep.equal([former]);
  });

  it("stays in the state after a refresh, also of a service that cannot be read", async () => {
    for (const found of [live(), "unreadable"] as const) {
      const { read } = await hooks({ read: async () => found });
      expect(formerIn((await read(RECORD, await failed())).props)).to.deep.equal([former]);
    }
  });

  it("is removed from the state by an update that succeeds", async () => {
    const { update } = await hooks({ update: async () => live() });
    expect(formerIn((await update(RECORD, await failed(), declare(latter))).outs)).to.equal(undefined);
  });
});
