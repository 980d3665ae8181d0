import { expect } from "chai";
import { describe, it } from "mocha";
import { createRecordLifecycle } from "../../../provider/partialUpdates/recordLifecycle.js";
import { META, toSecretValue } from "../../../provider/schema/engineValues.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { customerSchema as schema } from "../../../provider/services/records/schema.js";
import { EngineResource } from "../../protocols/engineResource.js";
import type { Provider } from "../../protocols/protocol.js";
import { received } from "../../protocols/stateValues.js";
import { customer } from "../support/businessHooks.js";
import { businessConfiguration, RECORD } from "../support/businessService.js";
import { sampleContainer, sampleGroup } from "../support/groups.js";
import { hooksOf, liveOf, sealed } from "../support/hooks.js";
import { MemorySource, refusal, refused, unanswered } from "../support/memorySource.js";

const restore = { ...customer, onDestroy: "restore" };
const UNKNOWN_WRITER =
  "Customer 'harbour': not restored, because another client or an interrupted update of this stack changed it: displayName.";

/** A customer on the model of the engine, whose service stores text without white space around it. */
async function harbour(source = new MemorySource({ displayName: "Oldest" }, { respell: trimmed })) {
  const lifecycle = createRecordLifecycle({ schema, source: () => source, idFormat: RECORD });
  const warnings: string[] = [];
  /** Every command has a process of its own. */
  const command = async <T>(work: (provider: Provider) => Promise<T>): Promise<T> => {
    const { provider, log } = await hooksOf(lifecycle, businessConfiguration);
    const result = await work(provider);
    warnings.push(...log.warnings);
    return result;
  };
  const engine = new EngineResource("urn:pulumi:dev::demo::x::harbour");
  const isAlive = () => true;
  const up = (args: JsonObject, how = isAlive) =>
    command((provider) => engine.up({ args }, { provider, isAlive: how }));
  return {
    source,
    warnings,
    up,
    /** The process dies after the service has done it, and before the state is written. */
    killedUp: (args: JsonObject) => up(args, () => false),
    refresh: () => command((provider) => engine.refresh({ provider, isAlive })),
    destroy: () => command((provider) => engine.destroy({ provider, isAlive })),
    preview: (args: JsonObject) => command((provider) => engine.preview({ args }, provider)),
    inputs: () => received(engine.stored?.inputs ?? {}),
    name: () => source.now.answer.displayName,
  };
}

function trimmed(fields: JsonObject): JsonObject {
  return { ...fields, displayName: String(fields.displayName).trim() };
}

describe("an update whose process was killed", () => {
  for (const isRefreshed of [false, true]) {
    const after = isRefreshed ? "a refresh" : "nothing else";
    it(`may have set what a destroy finds after ${after}: it accuses nobody`, async () => {
      const it = await harbour();
      await it.up({ ...restore, displayName: "Old" });
      expect((await it.killedUp({ ...restore, displayName: "New" })).how).to.equal("lost");
      if (isRefreshed) await it.refresh();
      expect((await it.destroy()).how).to.equal("done");
      expect(it.name()).to.equal("New");
      expect(it.warnings).to.deep.equal([UNKNOWN_WRITER]);
    });
  }

  it("may have set what an update to something else finds: the error accuses nobody", async () => {
    const it = await harbour();
    await it.up({ ...customer, displayName: "Old" });
    await it.killedUp({ ...customer, displayName: "New" });
    const { error } = await it.up({ ...customer, displayName: "Newest" });
    expect(error?.message).to.include(
      "displayName changed in the meantime, by another client or an interrupted update of this stack; nothing was overwritten.",
    );
  });

  it("is completed by the next one, though the service has trimmed the text", async () => {
    const it = await harbour();
    await it.up({ ...restore, displayName: "Old" });
    await it.killedUp({ ...restore, displayName: " New " });
    expect(await it.up({ ...restore, displayName: " New " })).to.deep.equal({ how: "done" });
    await it.destroy();
    expect(it.name()).to.equal("Oldest");
  });
});

describe("text that the service trims, after an update that ended unclear", () => {
  const unclear = async () => {
    const it = await harbour();
    await it.up({ ...restore, displayName: "Old" });
    it.source.patches(unanswered(refusal(504))).looks((act) => act(), refused(refusal(503)));
    expect((await it.up({ ...restore, displayName: " New " })).how).to.equal("partial");
    return it;
  };

  it("is taken for the declared text by the next update", async () => {
    const it = await unclear();
    expect(await it.up({ ...restore, displayName: " New " })).to.deep.equal({ how: "done" });
    expect(it.name()).to.equal("New");
  });

  it("is taken for the declared text by an update to something else", async () => {
    const it = await unclear();
    expect(await it.up({ ...restore, displayName: "Newest" })).to.deep.equal({ how: "done" });
    expect(it.name()).to.equal("Newest");
  });

  it("is no drift", async () => {
    const it = await unclear();
    await it.refresh();
    expect(it.inputs().displayName).to.equal(" New ");
    expect(await it.preview({ ...restore, displayName: " New " })).to.equal(false);
  });

  it("is put back by a destroy", async () => {
    const it = await unclear();
    await it.destroy();
    expect([it.name(), it.warnings]).to.deep.equal(["Oldest", []]);
  });
});

describe("text that the service trims without showing it", () => {
  it("is no drift: an update does not send it for ever", async () => {
    const it = await harbour();
    // 204, say.
    it.source.patches((act) => ({ answer: {}, tag: act().tag }));
    const args = { ...restore, displayName: " New " };
    await it.up(args);
    await it.refresh();
    expect(it.inputs().displayName).to.equal(" New ");
    expect(await it.up(args)).to.deep.equal({ how: "same" });
    await it.destroy();
    expect([it.name(), it.warnings]).to.deep.equal(["Oldest", []]);
  });
});

describe("a refresh after an update whose process was killed", () => {
  const variable = (name: string, value: string) => ({ name, value });
  const group = (tags: JsonObject, ...environmentVariables: JsonObject[]) =>
    sampleGroup({ tags, containers: [sampleContainer("web", { environmentVariables })] });
  const VALUE = "containers[web].environmentVariables";
  const before = group(
    { token: "canary-tag", team: "a" },
    variable("TOKEN", "canary-1"),
    variable("MODE", "x"),
  );
  const marks = { marked: [`${VALUE}[TOKEN].value`], inPlace: ["tags.token"] };
  const read = async (live: JsonObject) => {
    const { hooks } = await hooksOf({ read: async () => liveOf(live) });
    return hooks.read("/groups/web", received(sealed(before, marks)));
  };

  it("keeps secret what was one and holds something else now", async () => {
    const { inputs, props } = await read(
      group({ token: "canary-tag", team: "a" }, variable("TOKEN", "canary-2"), variable("MODE", "y")),
    );
    for (const found of [inputs, props]) {
      const { [META.secrets]: extracted, tags, ...shown } = found as JsonObject;
      expect(JSON.stringify(extracted)).to.include("canary-2");
      expect(JSON.stringify(shown)).to.include('"y"').and.not.include("canary");
    }
  });

  it("keeps secret what is new beside secrets: the update may have added it as one", async () => {
    const live = group(
      { token: "canary-tag", key: "canary-key", team: "a" },
      variable("TOKEN", "canary-1"),
      variable("KEY", "canary-2"),
      variable("MODE", "y"),
    );
    const { inputs, props } = await read(live);
    for (const found of [inputs, props]) {
      const { [META.secrets]: extracted, ...rest } = found as JsonObject;
      const { token, ...tags } = rest.tags as JsonObject;
      expect(tags).to.deep.equal({ key: "[secret]", team: "a" });
      expect(JSON.stringify({ ...rest, tags }))
        .to.include('"y"')
        .and.not.include("canary");
      expect(Object.keys(extracted as JsonObject)).to.include.members(["tags.key", `${VALUE}[KEY].value`]);
    }
  });

  it("marks what comes to a place that was marked without a value: the engine does not know it as a secret", async () => {
    const { hooks } = await hooksOf({
      read: async () => liveOf(group({ token: "canary-tag", key: "canary-key", team: "a" })),
    });
    const inPlace = ["tags.token", "tags.key"];
    const state = received(sealed(group({ token: "canary-tag", team: "a" }), { inPlace }));
    const { inputs, props } = await hooks.read("/groups/web", state);
    for (const found of [inputs, props] as JsonObject[]) {
      const [token, key] = ["canary-tag", "canary-key"].map(toSecretValue);
      expect(found.tags).to.deep.equal({ token, key, team: "a" });
      expect(found[META.inPlace]).to.deep.equal(inPlace);
    }
  });
});
