import { expect } from "chai";
import { describe, it } from "mocha";
import { type Lifecycle, ResourceInitError } from "../../../provider/contract/lifecycle.js";
import { ProviderError } from "../../../provider/contract/providerError.js";
import { Runtime } from "../../../provider/contract/runtime.js";
import { STORED } from "../../../provider/core/storedNames.js";
import { readServiceError } from "../../../provider/http/serviceError.js";
import { META } from "../../../provider/protocols/dynamic/names.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { foreign, message } from "../../../provider/text/message.js";
import { received } from "../../protocols/stateValues.js";
import { answer as answerWith } from "../http/answers.js";
import { CANARIES, sampleGroup } from "../support/groups.js";
import { hooksOf, liveOf, sealed, secretsIn, thrownBy } from "../support/hooks.js";

const URN = "urn:pulumi:dev::demo::pulumi-nodejs:dynamic/vendorcloud:ContainerGroup::web";
const HANDLER = "exports.handler=()=>…";
const own = sampleGroup({ location: "West US" });
const state = (value: JsonObject): JsonObject => sealed(value, { urn: URN });
/** A state also says which arguments it was made from, because the service may return one that is not declared. */
const outputs = (value: JsonObject): JsonObject => ({ ...state(value), [STORED.declared]: Object.keys(own) });
const inputs = (): JsonObject => ({ ...received(state(own)), [META.handler]: HANDLER });

const identity = { subscriptionId: "s", resourceGroupName: "demo", containerGroupName: "other" };

const answer = {
  ...sampleGroup({ location: "westus", diagnostics: { logAnalytics: { workspaceId: "w" } } }),
  provisioningState: "Succeeded",
  sku: "Standard",
};

it("hooks show neither a secret of the resource nor a token, in a text of the service or in an error", async () => {
  const secrets = [...CANARIES, "canary-token-4711"];
  const create: Lifecycle["create"] = async (_args, context) => {
    context.log.warn(message`${foreign(secrets.join(" "))}`);
    throw new Error(`no ${secrets.join()}`);
  };
  const { hooks, log } = await hooksOf(
    { create },
    { "vendorcloud:resourceManagerToken": "canary-token-4711" },
  );
  const { printed } = await thrownBy(() => hooks.create(inputs()));
  for (const secret of secrets) expect(printed).not.to.include(secret);
  expect(log.warnings[0]).to.include(secrets.map(() => "[secret]").join(" "));
});

it("a hook shows no secret of another resource, which a service may quote where they share a batch", async () => {
  const quote = async () => {
    throw new ProviderError(message`no ${foreign(CANARIES.join(" and "))}`);
  };
  const runtime = new Runtime();
  const { hooks } = await hooksOf({ create: async () => liveOf(answer) }, undefined, runtime);
  await hooks.create(inputs());
  const { hooks: others } = await hooksOf({ create: quote }, undefined, runtime);
  const { printed } = await thrownBy(() => others.create(received(sealed({ ...identity, osType: "Linux" }))));
  expect(printed).to.include("no [secret] and [secret]");
  for (const secret of CANARIES) expect(printed).not.to.include(secret);
});

it("an output that equals a secret of another resource is a secret, and one that contains it or is short is not", async () => {
  const runtime = new Runtime();
  const { hooks } = await hooksOf({ create: async () => liveOf(answer) }, undefined, runtime);
  await hooks.create(
    received(sealed({ ...own, tags: { long: "canary-tag", short: "abcde" } }, { inPlace: ["tags"] })),
  );
  const copy = { provisioningState: "canary-tag", type: "canary-tag-2", name: "abcde" };
  const { hooks: others } = await hooksOf({ create: async () => liveOf(copy) }, undefined, runtime);
  const { outs } = await others.create(received(sealed({ ...identity, osType: "Linux" })));
  expect(outs).to.deep.include({ type: "canary-tag-2", name: "abcde" });
  expect(secretsIn(outs ?? {})).to.deep.equal({ provisioningState: "canary-tag" });
});

it("an output stays plain if another resource takes it as a secret, and becomes one if its own resource does", async () => {
  const runtime = new Runtime();
  const address = "203.0.113.17";
  const lifecycle = { read: async () => liveOf({ ...answer, ipAddress: { type: "Public", ip: address } }) };
  const { hooks } = await hooksOf(lifecycle, undefined, runtime);
  const first = await hooks.read("/groups/web", inputs());
  const { hooks: others } = await hooksOf({ create: async () => liveOf(answer) }, undefined, runtime);
  await others.create(received(sealed({ ...own, ...identity, tags: { address } }, { inPlace: ["tags"] })));
  const again = await hooks.read("/groups/web", received(first.props ?? {}));
  expect(again).to.deep.equal(first);
  expect(secretsIn(again.props ?? {})).to.deep.equal({});
  const { outs } = await (await hooksOf({ update: lifecycle.read }, undefined, runtime)).hooks.update(
    "/groups/web",
    received(again.props ?? {}),
    received(sealed({ ...own, tags: { address } }, { inPlace: ["tags"] })),
  );
  expect(JSON.stringify(outs)).not.to.include(`"ip":"${address}"`);
});

it("a check shows neither a secret of the program nor one in the state", async () => {
  const key = (workspaceKey: string) =>
    sampleGroup({ diagnostics: { logAnalytics: { workspaceId: "w", workspaceKey } } });
  const withDefaults = () => {
    throw new Error("no canary-old and no canary-new");
  };
  const { hooks } = await hooksOf({ withDefaults });
  const [olds, news] = [key("canary-old"), key("canary-new")].map((value) => received(sealed(value)));
  const { failures } = await hooks.check(olds ?? {}, news ?? {});
  expect(failures?.map(({ reason }) => reason)).to.deep.equal(["no [secret] and no [secret]"]);
});

it("a `get` gives no hint about secrets to declare, and fails if the service has no object", async () => {
  const idFormat = "/{subscriptionId}/{resourceGroupName}/{containerGroupName}";
  const found = await hooksOf({ read: async () => liveOf(answer), idFormat });
  const { id } = await found.hooks.read("/s/demo/web", {});
  expect([id, found.log.told]).to.deep.equal(["/groups/web", []]);
  const { hooks } = await hooksOf({ read: async () => "missing", idFormat });
  const { error } = await thrownBy(() => hooks.read("/s/demo/web", {}));
  expect(error.message).to.equal("ContainerGroup: read failed: the service has no object with this id.");
});

describe("create and update", () => {
  it("keep a resource that failed half way, with all that the engine needs to go on", async () => {
    const fail = async () => {
      throw new ResourceInitError(
        liveOf({ ...answer, provisioningState: "Failed", odd: undefined }),
        new Error("no image"),
      );
    };
    const { hooks } = await hooksOf({ create: fail, update: fail });
    for (const work of [() => hooks.create(inputs()), () => hooks.update("/groups/web", {}, inputs())]) {
      const { error } = await thrownBy(work);
      expect(error.id).to.equal("/groups/web");
      expect(error.reasons).to.deep.equal([error.message]);
      expect(error.message).to.match(/^ContainerGroup 'web': (create|update) failed: no image$/);
      // The host adds the handler to what a hook returns, not to what it throws: without it nothing works later.
      const expected = { ...outputs({ ...own, provisioningState: "Failed" }), [META.handler]: HANDLER };
      expect(error.properties).to.deep.equal(expected);
    }
  });
});

describe("read", () => {
  it("says that there is none", async () => {
    const { hooks } = await hooksOf({ read: async () => "missing" });
    expect(await hooks.read("id", inputs())).to.deep.equal({ id: "", props: {} });
  });

  it("hides drift that repeats a secret", async () => {
    const { hooks } = await hooksOf({
      read: async () => liveOf({ ...answer, tags: { team: "of canary-key-5" } }),
    });
    const before = { ...state({ ...own, tags: { team: "a" } }), [META.handler]: HANDLER };
    const { inputs: read, props } = await hooks.read("/groups/web", before);
    for (const found of [read, props])
      expect(JSON.stringify(found?.tags)).to.include("[secret]").and.not.include("canary");
  });

  it("leaves the state as it is if the service does not say", async () => {
    const { hooks } = await hooksOf({ read: async () => "unreadable" });
    const before = { ...state({ ...own, provisioningState: "Succeeded" }), [META.handler]: HANDLER };
    const { id, inputs: read, props } = await hooks.read("/groups/web", before);
    expect([id, read?.location, props?.provisioningState]).to.deep.equal([
      "/groups/web",
      "West US",
      "Succeeded",
    ]);
    expect(secretsIn(props ?? {})).to.deep.equal(secretsIn(before));
  });
});

describe("an error of any hook", () => {
  const leak = `told: ${CANARIES.join(" ")}`;
  const careless = async (): Promise<never> => {
    const cause = Object.assign(new Error(leak), { request: { body: own }, config: { data: leak } });
    throw cause;
  };
  const partly = async (): Promise<never> => {
    throw new ResourceInitError(liveOf({}), Object.assign(new Error(leak), { request: own }));
  };
  const pendingUpdateReason = (): never => {
    throw new Error(leak);
  };
  const all = { read: careless, delete: careless, pendingUpdateReason };

  for (const [kind, part] of Object.entries({
    plain: { ...all, create: careless, update: careless },
    partial: { ...all, create: partly, update: partly },
  })) {
    it(`shows no secret, wherever the host looks (${kind})`, async () => {
      const { hooks, log } = await hooksOf(part);
      const works: Record<string, () => unknown> = {
        diff: () => hooks.diff("id", inputs(), inputs()),
        create: () => hooks.create(inputs()),
        read: () => hooks.read("id", inputs()),
        update: () => hooks.update("id", inputs(), inputs()),
        delete: () => hooks.delete("id", inputs()),
      };
      for (const [operation, work] of Object.entries(works)) {
        const { error, printed } = await thrownBy(work);
        expect(error.message).to.match(
          new RegExp(`^ContainerGroup 'web': ${operation} failed: told: \\[secret\\]`),
        );
        expect(error.stack).to.equal(error.message);
        expect(error).not.to.have.property("cause");
        expect(error).not.to.have.property("request");
        // The properties of a resource that is kept hold its secrets, extracted and wrapped for the engine.
        const shown =
          error.properties === undefined ? printed : [error.message, error.stack, error.reasons].join();
        for (const canary of CANARIES) expect(shown).not.to.include(canary);
      }
      expect(log.sentCalls).to.equal(5);
    });
  }

  describe("where a refresh or `destroy` has no token, or a refused one", () => {
    const TOKEN = "vendorcloud:resourceManagerToken";
    const hint = "`pulumi up --refresh --run-program` or `pulumi destroy --run-program`.";
    const refusal = (status: number) => async () => {
      throw readServiceError(answerWith(status, { body: { code: "No", message: "No." } }));
    };

    it("says that one set anew does not reach it by itself", async () => {
      for (const operation of ["read", "delete"] as const)
        for (const [status, configured] of [
          [401, { [TOKEN]: "t" }],
          [404, {}],
        ] as const) {
          const { hooks } = await hooksOf({ [operation]: refusal(status) }, configured);
          const { error } = await thrownBy(() => hooks[operation]("id", inputs()));
          expect(error.message).to.include(hint);
        }
    });

    it("says nothing of it for a `get`, because no state has the resource", async () => {
      const idFormat = "/{subscriptionId}/{resourceGroupName}/{containerGroupName}";
      const configured = { [TOKEN]: "t", "vendorcloud:resourceManagerUrl": "https://rm.example" };
      const { hooks } = await hooksOf({ read: refusal(401), idFormat }, configured);
      const { error } = await thrownBy(() => hooks.read("/s/demo/web", {}));
      expect(error.message).to.include("401").and.not.to.include(hint);
    });
  });
});
