import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { ContainerGroup } from "../../../../provider/generated/classes.js";
import {
  type EarlierOutputs,
  findUnchangedOutput,
  getEarlierOutputs,
  listStableProperties,
} from "../../../../provider/protocols/dynamic/earlierOutputs.js";
import { object, text } from "../../../../provider/schema/build.js";
import type { ResourceSchema } from "../../../../provider/schema/keywords.js";
import { runProgram, settled } from "../../support/mocks.js";

describe("what an update in place leaves as it is", () => {
  const asked = { type: "Public", dnsNameLabel: "shop" };
  const assigned = { ...asked, ip: "198.51.100.7" };
  const of = (oldInput: unknown, newInput: unknown, oldOutput: unknown): unknown =>
    findUnchangedOutput(
      { oldInputs: { field: oldInput }, newInputs: { field: newInput }, oldOutputs: { field: oldOutput } },
      "field",
    );

  it("is what the service assigned, while the argument stays the same", () => {
    expect(of(asked, { ...asked }, assigned)).to.deep.equal(assigned);
    expect(of(asked, { ...asked, dnsNameLabel: "store" }, assigned)).to.equal(undefined);
    expect(of(undefined, asked, assigned)).to.equal(undefined);
  });

  it("is what the service gave of itself", () => {
    expect(of(undefined, undefined, "C10001")).to.equal("C10001");
    expect(of("C10001", undefined, "C10001")).to.equal(undefined);
  });

  it("is not known where the service has not assigned anything yet", () => {
    expect(of(asked, asked, asked)).to.equal(undefined);
    expect(of(undefined, undefined, undefined)).to.equal(undefined);
    expect(findUnchangedOutput({}, "field")).to.equal(undefined);
  });

  it("is not looked into where the state keeps it as a secret", () => {
    expect(of(asked, asked, pulumi.secret(assigned))).to.equal(undefined);
    expect(of(pulumi.secret(asked), pulumi.secret(asked), assigned)).to.equal(undefined);
  });
});

describe("the outputs of a resource that a preview updates", () => {
  const URN =
    "urn:pulumi:dev::demo::pulumi:pulumi:Stack$pulumi-nodejs:dynamic/vendorcloud:ContainerGroup::web";
  const ipAddress = { type: "Public" as const, ports: [{ port: 80 }] };
  const assigned = {
    ipAddress: { ...ipAddress, ip: "198.51.100.7" },
    name: "web",
    provisioningState: "Succeeded",
  };
  const store = require("@pulumi/pulumi/runtime/state").getStore();
  let hooks: pulumi.ResourceHook[];
  /** The engine's part of the SDK that registers hooks; fails with a language host that is too old. */
  const callbacks = (isTooOld: boolean) => ({
    registerResourceHook: async (hook: pulumi.ResourceHook) => {
      if (isTooOld) throw new Error("The Pulumi CLI does not support resource hooks.");
      hooks.push(hook);
    },
    awaitStackRegistrations: async () => undefined,
    shutdown: () => undefined,
  });
  beforeEach(() => {
    hooks = [];
  });
  afterEach(() => {
    store.callbacks = undefined;
    store.stackResource = undefined;
  });

  /** Runs a program with one group in a stack; `update` is called when the engine is about to update it. */
  async function previewed({
    preview = true,
    isTooOld = false,
    update = async (): Promise<void> => undefined,
  }) {
    let group: ContainerGroup | undefined;
    const program = async () => {
      store.callbacks = callbacks(isTooOld);
      await pulumi.runtime.runInPulumiStack(async () => {
        const containers = [
          { name: "web", image: "nginx", resources: { requests: { cpu: 1, memoryInGB: 1.5 } } },
        ];
        group = new ContainerGroup("web", {
          resourceGroupName: "demo",
          osType: "Linux",
          containers,
          ipAddress,
        });
      });
    };
    const options = {
      preview,
      state: async (inputs: Record<string, unknown>, name: string) => {
        if (name === "web") await update();
        return inputs;
      },
    };
    await runProgram(program, options);
    const { ipAddress: address, name, type } = group as unknown as Record<string, pulumi.Output<unknown>>;
    const facts = await Promise.all([address, name, type].map((output) => settled(pulumi.output(output))));
    return facts.map(({ value, known }) => (known ? value : pulumi.unknown));
  }
  /** What the hook of the program is called with. */
  const callHook = async (declared: object = ipAddress) => {
    const [hook] = hooks;
    const inputs = { ipAddress: declared };
    const oldOutputs = { ...assigned, ipAddress: { ...assigned.ipAddress, ...declared } };
    const args = { urn: URN, oldInputs: inputs, newInputs: inputs, oldOutputs };
    await hook?.callback(args as unknown as pulumi.ResourceHookArgs);
  };

  it("are those that the engine tells the hook of the program, which runs in previews", async () => {
    const values = await previewed({ update: () => callHook() });
    expect(values).to.deep.equal([assigned.ipAddress, "web", pulumi.unknown]);
    expect(hooks.map(({ opts }) => opts)).to.deep.equal([{ onDryRun: true }]);
  });

  it("are not the address of a private group, to which a subnet may give another one", async () => {
    const inSubnet = { ...ipAddress, type: "Private" as const };
    const update = () => callHook(inSubnet);
    expect(await previewed({ update })).to.deep.equal([pulumi.unknown, "web", pulumi.unknown]);
  });

  it("are as the engine gives them where the language host knows no hooks", async () => {
    const values = await previewed({ isTooOld: true });
    expect(values).to.deep.equal([pulumi.unknown, pulumi.unknown, pulumi.unknown]);
  });

  it("are not asked for in an update, or without a program that the engine runs", async () => {
    const values = await previewed({ preview: false, isTooOld: true });
    expect(values).to.deep.equal([ipAddress, undefined, undefined]);
    expect(hooks).to.deep.equal([]);
    store.stackResource = undefined;
    await runProgram(() => expect(getEarlierOutputs()).to.equal(undefined), { preview: true });
  });

  it("come by one hook in a program, behind the hooks of the resource itself", async () => {
    await runProgram(
      () => {
        store.callbacks = callbacks(false);
        return pulumi.runtime.runInPulumiStack(async () => {
          const earlier = getEarlierOutputs() as EarlierOutputs;
          expect(getEarlierOutputs()).to.equal(earlier);
          const [own, other] = [async () => undefined, async () => undefined];
          const added = earlier.added({
            protect: true,
            hooks: { beforeUpdate: [own], afterUpdate: [other] },
          });
          expect(added.hooks?.beforeUpdate, "not registered yet").to.deep.equal([own]);
          await earlier.registration;
          expect(added.hooks?.beforeUpdate).to.deep.equal([own, hooks[0]]);
          expect([added.protect, added.hooks?.afterUpdate]).to.deep.equal([true, [other]]);
          expect(earlier.added().hooks?.beforeUpdate).to.deep.equal(hooks);
          // As a transformation of the program may do.
          const merged = pulumi.mergeOptions(added, { hooks: { beforeUpdate: [other] } });
          expect(merged.hooks?.beforeUpdate).to.deep.equal([own, other, hooks[0]]);
        });
      },
      { preview: true },
    );
    expect(hooks).to.have.length(1);
    expect(hooks[0]?.name).to.match(/^vendorcloud-earlier-outputs-[0-9a-f]{7}$/);
  });

  it("are asked for where the schema says that an update leaves them as they are", () => {
    const properties = { a: text("", { stable: true }), b: text("") };
    expect(listStableProperties(object("Thing", "", properties) as ResourceSchema)).to.deep.equal(["a"]);
  });
});
