import { expect } from "chai";
import { beforeEach, describe, it } from "mocha";
import type { Lifecycle } from "../../../../provider/contract/lifecycle.js";
import { Runtime } from "../../../../provider/contract/runtime.js";
import { STORED } from "../../../../provider/core/storedNames.js";
import { isSecretValue, toSecretValue } from "../../../../provider/schema/engineValues.js";
import type { JsonObject } from "../../../../provider/schema/json.js";
import { containerGroupLifecycle } from "../../../../provider/services/containerGroups/lifecycle.js";
import { EngineResource } from "../../../protocols/engineResource.js";
import type { Provider } from "../../../protocols/protocol.js";
import { protocols } from "../../../protocols/protocols.js";
import { received } from "../../../protocols/stateValues.js";
import { SkippingClock } from "../../../support/clock.js";
import { rejection } from "../../http/answers.js";
import {
  body,
  expectNoGroup,
  expectNoNewGroup,
  group,
  ID,
  lost,
  refusal,
  args as sampleArgs,
  service,
} from "../../support/groupService.js";
import { ADDRESS, RecordingLog, TOKEN } from "../../support/hooks.js";
import { useMockedNetwork } from "../../support/mockedNetwork.js";

const lifecycle: Lifecycle = containerGroupLifecycle;
const { adopt: _, ...args } = sampleArgs;
const windows = { ...args, osType: "Windows" };
const urn = "urn:pulumi:dev::demo::vendorcloud:index:ContainerGroup::web";

/** The body of a PUT with these properties. */
const sent = (properties: JsonObject): JsonObject => ({
  ...body,
  properties: { ...(body.properties as JsonObject), ...properties },
});
/** JSON without the values that the engine encrypts. */
const inClear = (value: unknown): string =>
  JSON.stringify(value, (_, part) => (isSecretValue(part) ? "[secret]" : part));
const missing = refusal("ResourceNotFound");
const noCapacity = refusal("QuotaExceeded", "The region has no capacity.");
const REFUSED = "ContainerGroup 'web': create failed: 400 QuotaExceeded: The region has no capacity.";

const expectDeletion = (): void => void service.delete().reply(200, group());
/** The PUT of the group that replaces the old one. */
const putNew = (properties: JsonObject = {}) => service.put(ID, sent({ osType: "Windows", ...properties }));
/** The replacement is refused, and the group does not exist when the old one is put back. */
const expectRefusal = (properties: JsonObject = {}): void => {
  expectDeletion();
  expectNoGroup();
  putNew(properties).reply(400, noCapacity);
  expectNoGroup();
};

type Failure = Error & { properties?: JsonObject; reasons?: string[] };

for (const protocol of protocols)
  describe(`a container group whose replacement is refused, over the ${protocol.name} protocol`, () => {
    useMockedNetwork();

    let engine: EngineResource;
    let log: RecordingLog;

    /** Every command has a process of its own. */
    const startProcess = async () => {
      log = new RecordingLog();
      const runtime = new Runtime({ clock: new SkippingClock() });
      const configuration = {
        resourceManagerUrl: ADDRESS,
        resourceManagerToken: TOKEN,
        retryMaxAttempts: "1",
      };
      return { runtime, provider: await protocol.start(lifecycle, { log, runtime, configuration }) };
    };
    const start = async (): Promise<Provider> => (await startProcess()).provider;
    const up = async (declared: JsonObject) => engine.up({ args: declared }, await start());
    const previews = async (declared: JsonObject) => engine.preview({ args: declared }, await start());
    const putAgain = () => service.put().reply(201, group());
    const stored = () => received(engine.stored?.outputs ?? {});
    const oldState = () => engine.stored ?? expect.fail("nothing stored");

    async function messageOf(declared: JsonObject = windows): Promise<string | undefined> {
      const { error } = await up(declared);
      return error?.reasons?.[0] ?? error?.message;
    }

    beforeEach(async () => {
      engine = new EngineResource(urn);
      expectNoGroup();
      putAgain();
      expect((await up(args)).how).to.equal("done");
    });

    describe("and that is put back", () => {
      const putBack = async (): Promise<string | undefined> => {
        expectRefusal();
        service.put().reply(201, group("Pending"));
        service.get().reply(200, group());
        return messageOf();
      };

      it("is sent as it was, secrets included, and awaited: the error says so", async () => {
        expect(await putBack()).to.equal(
          `${REFUSED}\n  the old group was put back from the state, secrets included, and runs again.\n` +
            "  what to do: unless the error is temporary, correct what it names. Then run `pulumi up`, which replaces the group. To keep the old group, undo the change.",
        );
        expect(log.progressed).to.include("the new group was not created: putting the old group back");
      });

      it("has this state, which later versions read", async () => {
        await putBack();
        const key = toSecretValue("canary-key");
        const workspaceKey = protocol.name === "native" ? key : "[secret]";
        expect(engine.stored?.outputs).to.deep.equal({
          ...{ ...args, diagnostics: { logAnalytics: { workspaceId: "w", workspaceKey } } },
          ...{
            name: "web",
            type: "Vendor.ContainerInstance/containerGroups",
            provisioningState: "Succeeded",
          },
          __kept: toSecretValue({ isPutBack: true }),
          ...(protocol.name === "native"
            ? { __declared: Object.keys(args).sort() }
            : {
                __declared: Object.keys(args),
                __secrets: { "diagnostics.logAnalytics.workspaceKey": key },
                __urn: urn,
                __provider: "exports.handler=()=>…",
              }),
        });
      });

      it("is replaced by the unchanged program, and deleted by a destroy", async () => {
        await putBack();
        expect(await previews(windows)).to.equal(true);
        const putBackState = engine.stored;
        expectDeletion();
        expectNoGroup();
        putNew().reply(201, group("Succeeded", { osType: "Windows" }));
        expect((await up(windows)).how).to.equal("done");
        expect(stored()).to.include({ osType: "Windows" });
        engine.stored = putBackState;
        expectDeletion();
        expect((await engine.destroy(await start())).how).to.equal("done");
      });

      it("needs no request of the reverted program, and no further update", async () => {
        await putBack();
        expect((await up(args)).how).to.equal("done");
        expect(log.warnings).to.deep.equal([
          "ContainerGroup 'web': no value differs, but the last operation failed. The object is as the program declares it, so the update sends nothing. Values that show as changes are those of the failed operation.",
        ]);
        expect(engine.stored).not.to.have.property("initErrors");
        expect(stored()).to.include({ osType: "Linux", provisioningState: "Succeeded" });
        expect(await previews(args)).to.equal(false);
      });

      it("is known to a refresh, after which the state is that of any group", async () => {
        await putBack();
        service.get().reply(200, group());
        await engine.refresh(await start());
        expect(received(engine.stored?.inputs ?? {})).to.include({ osType: "Linux" });
        expect(await previews(args)).to.equal(false);
        expect(await previews(windows)).to.equal(true);
      });
    });

    it("is put back after Ctrl+C, and not awaited then", async () => {
      const { provider, runtime } = await startProcess();
      expectDeletion();
      expectNoGroup();
      putNew().reply(429, () => {
        runtime.cancel();
        return refusal("TooManyRequests");
      });
      expectNoGroup();
      service.put().reply(201, group("Pending"));
      const { error } = await engine.up({ args: windows }, provider);
      expect(error?.reasons?.[0]).to.include(
        "the old group was sent again, and the state holds it, but: the run was canceled",
      );
      expect(stored()).to.include({ osType: "Linux" });
    });

    if (protocol.name === "native")
      it("lacks the secrets that an import could not read: a warning names them", async () => {
        const old = oldState();
        const path = "diagnostics.logAnalytics.workspaceKey";
        const withoutKey = { diagnostics: { logAnalytics: { workspaceId: "w" } } };
        const inputs = { ...old.inputs, ...withoutKey, [STORED.requiredSecrets]: [path] };
        engine.stored = { ...old, inputs, outputs: { ...old.outputs, ...withoutKey } };
        expectRefusal();
        service.put(ID, sent(withoutKey)).reply(201, group());
        expect(await messageOf()).to.include("the old group was put back");
        expect(log.warnings.join()).to.include(
          `the state does not have these secrets of the old object, which is put back without them: ${path}.`,
        );
      });

    it("marks an output of the old group that repeats an old secret", async () => {
      const diagnostics = { logAnalytics: { workspaceId: "w", workspaceKey: "canary-other" } };
      expectRefusal({ diagnostics });
      service.put().reply(201, group("Succeeded", { instanceView: { state: "canary-key" } }));
      expect((await up({ ...windows, diagnostics })).how).to.equal("partial");
      expect(inClear(engine.stored?.outputs)).not.to.include("canary-key");
      expect(stored()).to.have.nested.property("instanceView.state", "canary-key");
    });

    it("is put back once: if that is refused too, both reasons are shown, and nothing is kept", async () => {
      expectRefusal();
      service.put().reply(403, refusal("AuthorizationFailed", "No permission."));
      expect(await messageOf()).to.equal(
        `${REFUSED}\n  the old group was deleted, and cannot be put back: 403 AuthorizationFailed: No permission.\n` +
          "  what to do: unless the error is temporary, correct what it names. Then run `pulumi up`, which creates the group.",
      );
      expect(engine.stored).to.equal(undefined);
    });

    it("never overwrites a group that another client has made meanwhile", async () => {
      expectDeletion();
      const theirs = group("Succeeded", { osType: "Windows", restartPolicy: "Never" });
      service.get().times(2).reply(200, theirs);
      expect(await messageOf())
        .to.include(
          "not put back, because another client has created a group under its name. Nothing was overwritten.",
        )
        .and.include("Choose another `containerGroupName`, or remove that group. Then run `pulumi up`.");
      expect(engine.stored).to.equal(undefined);
    });

    it("is kept in the state if it is unknown whether it was put back", async () => {
      expectRefusal();
      service.put().replyWithError(lost);
      service.get().reply(200, group());
      expect(await messageOf()).to.include("the old group was sent again, and the state holds it, but: ");
      service.put().reply(200, group());
      expect((await up(args)).how).to.equal("done");
    });

    for (const [answered, status, answer] of [
      ["503", 503, refusal("ServiceUnavailable")],
      ["200 with an error", 200, noCapacity],
    ] as const)
      it(`is put back after ${answered}, if the service has no new group`, async () => {
        expectDeletion();
        expectNoGroup();
        putNew().reply(status, answer);
        expectNoNewGroup();
        putAgain();
        expect(await messageOf()).to.include("the old group was put back from the state");
        expect(stored()).to.include({ osType: "Linux" });
      });

    it("names the other groups that the run has deleted: the engine deletes dependants first", async () => {
      const old = oldState();
      const other = ID.replace(/web$/, "dependant");
      const named = { containerGroupName: "dependant" };
      const [inputs, outputs] = [old.inputs, old.outputs].map((values) => ({ ...values, ...named }));
      const provider = await start();
      service.delete(other).reply(200, { ...group(), id: other, name: "dependant" });
      await provider.delete({ ...old, id: other, inputs: inputs ?? {}, outputs: outputs ?? {} });
      expectRefusal();
      putAgain();
      await engine.up({ args: windows }, provider);
      expect(log.warnings.join()).to.include(
        `this run has also deleted ${other}, to replace it. If this run does not create it again, the next \`pulumi up\` does.`,
      );
    });

    it("is not put back if the new group appears after all: the state has it", async () => {
      expectDeletion();
      expectNoGroup();
      putNew().replyWithError(lost);
      expectNoGroup();
      service.get().reply(200, group("Succeeded", { osType: "Windows" }));
      expect(await messageOf()).not.to.include("the old group");
      expect(stored()).to.include({ osType: "Windows" });
      putNew().reply(200, group("Succeeded", { osType: "Windows" }));
      expect((await up(windows)).how).to.equal("done");
    });

    describe("and that exists although this run has not deleted it", () => {
      /** What the engine calls for a resource whose deletion an earlier run has completed, or an option prevents. */
      async function createAgain(): Promise<Failure> {
        const old = oldState();
        const provider = await start();
        await provider.diff(old, (await provider.check({ urn, args: windows }, old.inputs)).inputs);
        const { inputs } = await provider.check({ urn, args: windows }, undefined);
        return (await rejection(provider.create(urn, inputs))) as Failure;
      }

      it("is kept in the state with its own arguments, and nothing is sent", async () => {
        service.get().reply(200, group());
        const error = await createAgain();
        expect(error).to.have.property("id", ID);
        expect(received(error.properties ?? {})).to.include({ osType: "Linux" });
        expect(error.reasons?.[0]).to.equal(
          `ContainerGroup 'web': create failed: the group 'web' in 'demo' already exists and differs from the program: osType ("Linux" => "Windows"). Nothing was changed.\n` +
            "  the old group still runs, and the state holds it.\n" +
            "  what to do: after an interrupted run, run `pulumi up` again, which replaces the group. `deleteBeforeReplace: false` " +
            "and `retainOnDelete` prevent a replacement under the same name: remove these options." +
            (protocol.name === "native" ? " (in Python delete_before_replace, retain_on_delete)" : ""),
        );
      });

      it("needs no request if the program returns to its arguments", async () => {
        service.get().reply(200, group());
        const { properties } = await createAgain();
        const provider = await start();
        const old = { ...oldState(), outputs: properties ?? {} };
        const { inputs } = await provider.check({ urn, args }, old.inputs);
        const { outputs } = await provider.update(old, inputs);
        expect(received(outputs)).to.include({ osType: "Linux" });
      });

      it("is not the old group if it differs: nothing is kept", async () => {
        const theirs = group("Succeeded", { restartPolicy: "Never" });
        service.get().times(2).reply(200, theirs);
        const error = await createAgain();
        expect(error.message).to.include("already exists and differs from the program: ");
        expect(error).not.to.have.property("id");
      });

      for (const [found, status, answer] of [
        ["missing", 404, missing],
        ["being deleted", 200, group("Deleting")],
      ] as const)
        it(`is created if the old one is ${found}, and not put back, because this run has not deleted it`, async () => {
          service.get().times(2).reply(status, answer);
          putNew().reply(400, noCapacity);
          expect((await createAgain()).message).to.equal(REFUSED);
        });
    });

    it("is put back if an alias renames the resource in the same run", async () => {
      const provider = await start();
      const renamed = urn.replace(/web$/, "renamed");
      const old = oldState();
      const changed = await provider.check({ urn: renamed, args: windows }, old.inputs);
      await provider.diff({ ...old, urn: renamed }, changed.inputs);
      const { inputs } = await provider.check({ urn: renamed, args: windows }, undefined);
      expectRefusal();
      await provider.delete(old);
      putAgain();
      expect(await rejection(provider.create(renamed, inputs))).to.have.property("id", ID);
    });
  });
