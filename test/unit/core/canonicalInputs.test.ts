import { expect } from "chai";
import { describe, it } from "mocha";
import type { Lifecycle } from "../../../provider/contract/lifecycle.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import type { ResourceSchema } from "../../../provider/schema/keywords.js";
import { containerGroupSchema } from "../../../provider/services/containerGroups/schema.js";
import { customerSchema } from "../../../provider/services/records/schema.js";
import { type Declared, EngineResource } from "../../protocols/engineResource.js";
import type { Stored } from "../../protocols/protocol.js";
import { received } from "../../protocols/stateValues.js";
import { customer } from "../support/businessHooks.js";
import { businessConfiguration } from "../support/businessService.js";
import { sampleContainer, sampleGroup } from "../support/groups.js";
import { configured, hooksOf, liveOf, sealed } from "../support/hooks.js";

const IMAGE = "containers[web].image";
const CANARY = "canary-image";
const canaryGroup = sampleGroup({ containers: [sampleContainer("web", { image: CANARY })] });

const cases: [what: string, schema: ResourceSchema, before: Declared, after: Declared][] = [
  [
    "an option that only steers the provider, or is given for the first time",
    containerGroupSchema,
    { args: sampleGroup() },
    { args: sampleGroup({ waitForProvisioning: false }) },
  ],
  [
    "a removed value that the service fills in",
    containerGroupSchema,
    { args: sampleGroup({ sku: "Standard" }) },
    { args: sampleGroup() },
  ],
  [
    "the spelling of `onDestroy`",
    customerSchema,
    { args: { ...customer, displayName: "Ours", onDestroy: "restore" } },
    { args: { ...customer, displayName: "Ours", onDestroy: "Restore" } },
  ],
  [
    "a value in a list that is no longer marked as a secret",
    containerGroupSchema,
    { args: canaryGroup, marked: [IMAGE] },
    { args: canaryGroup },
  ],
  [
    "a value outside of lists that is no longer marked as a secret",
    containerGroupSchema,
    { args: sampleGroup({ tags: { team: "canary-team" } }), inPlace: ["tags.team"] },
    { args: sampleGroup({ tags: { team: "canary-team" } }) },
  ],
];

/** A resource whose service holds what it was sent. */
async function resource(schema: ResourceSchema) {
  let answer: JsonObject = {};
  const sent: JsonObject[] = [];
  const take = async (args: JsonObject) => {
    sent.push(args);
    answer = args;
    return liveOf(answer);
  };
  const part: Partial<Lifecycle> = {
    schema,
    service: schema === customerSchema ? "business" : "resourceManager",
    create: take,
    update: (_id, args) => take(args),
    read: async () => liveOf(answer),
  };
  const { provider, log } = await hooksOf(part, { ...configured, ...businessConfiguration });
  const engine = new EngineResource("urn:pulumi:dev::demo::x::web");
  return {
    log,
    sent,
    up: (declared: Declared) => engine.up(declared, provider),
    refresh: () => engine.refresh(provider),
    stored: (): Stored => engine.stored ?? expect.fail("nothing is stored"),
  };
}

describe("inputs of a change that the service does not notice", () => {
  for (const [what, schema, before, after] of cases) {
    it(`${what}: a refresh finds the inputs that the state has`, async () => {
      const it = await resource(schema);
      await it.up(before);
      expect(await it.up(after)).to.deep.equal({ how: "same" });
      const { inputs } = it.stored();
      await it.refresh();
      expect(received(it.stored().inputs)).to.deep.equal(received(inputs));
      expect(it.log.warnings).to.deep.equal([]);
    });
  }
});

describe("values that the program marks as secrets from now on", () => {
  const KEY = "diagnostics.logAnalytics.workspaceKey";
  const SIDE = "containers[side].image";
  const withKey = (workspaceKey: JsonObject[string]): JsonObject => ({
    ...canaryGroup,
    diagnostics: { logAnalytics: { workspaceId: "w", workspaceKey } },
  });

  it("are an update of their own, which names them and removes them from the state", async () => {
    const it = await resource(containerGroupSchema);
    const args = sampleGroup({
      containers: [sampleContainer("web", { image: CANARY }), sampleContainer("side", { image: CANARY })],
    });
    await it.up({ args });
    expect(JSON.stringify(it.stored())).to.include(`"image":"${CANARY}"`);
    expect(await it.up({ args, marked: [IMAGE, SIDE] })).to.deep.equal({ how: "done" });
    expect(it.log.warnings).to.deep.equal([
      `ContainerGroup 'web': no value differs, but now marked as a secret: ${IMAGE}, ${SIDE}. The update removes the plain value from the state.`,
    ]);
    expect(JSON.stringify(it.stored())).not.to.include(`"image":"${CANARY}"`);
    expect(await it.up({ args, marked: [IMAGE, SIDE] })).to.deep.equal({ how: "same" });
  });

  it("send no other secret that changed meanwhile: only `secretsVersion` does", async () => {
    const it = await resource(containerGroupSchema);
    await it.up({ args: withKey("canary-old") });
    await it.up({ args: withKey("canary-new"), marked: [IMAGE] });
    expect(it.sent.at(-1)).to.deep.equal(withKey("canary-old"));
    expect(it.log.warnings.join("\n")).to.include(`1 secret changed, not sent: ${KEY}. `);
  });
});

describe("secrets that alone have changed", () => {
  it("are all named in one warning", async () => {
    const it = await resource(containerGroupSchema);
    const group = (password: string, workspaceKey: string) =>
      sampleGroup({
        imageRegistryCredentials: [{ server: "reg.example", username: "puller", password }],
        diagnostics: { logAnalytics: { workspaceId: "w", workspaceKey } },
      });
    await it.up({ args: group("canary-1", "canary-2") });
    await it.up({ args: group("canary-3", "canary-4") });
    const [warning, ...more] = it.log.warnings;
    expect(warning).to.include(
      ": 2 secrets changed, not sent: diagnostics.logAnalytics.workspaceKey, imageRegistryCredentials[reg.example].password. ",
    );
    expect(more).to.deep.equal([]);
  });
});

describe("an update after a failure", () => {
  it("follows the options of the program where it runs, whatever the inputs keep", async () => {
    const seen: unknown[] = [];
    const { hooks } = await hooksOf({
      update: async (_id, args) => {
        seen.push(args.waitForProvisioning);
        return liveOf(args);
      },
    });
    const urn = "urn:pulumi:dev::demo::x::web";
    const given = (value: boolean | undefined): JsonObject =>
      received(sealed(sampleGroup({ waitForProvisioning: value }), { urn }));
    const before = given(true);
    // A process that has checked nothing has those of the state.
    await hooks.update("/groups/web", before, before);
    for (const waitForProvisioning of [false, undefined]) {
      const { inputs } = await hooks.check(before, given(waitForProvisioning));
      expect(inputs?.waitForProvisioning).to.equal(true);
      const { outs } = await hooks.update("/groups/web", before, received(inputs as JsonObject));
      expect(outs?.waitForProvisioning).to.equal(true);
    }
    expect(seen).to.deep.equal([true, false, undefined]);
  });
});
