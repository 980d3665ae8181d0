import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { ContainerGroup, type ContainerGroupArgs } from "pulumi-vendorcloud";
import { succeeded } from "../support/command.js";
import { groupId, Sandbox } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";

const resources = { requests: { cpu: 1, memoryInGB: 1 } };
const container = (image: pulumi.Input<string>, name: pulumi.Input<string> = "web") => ({
  name,
  image,
  ports: [{ port: 80 }, { port: 81 }],
  resources,
});
const args = (containerGroupName: string, change: Partial<ContainerGroupArgs> = {}): ContainerGroupArgs => ({
  containerGroupName,
  resourceGroupName: "demo",
  location: "westus",
  osType: "Linux",
  containers: [container("nginx:1")],
  ...change,
});

/** A shop as a user of the package would write one: two groups in one component. */
class Shop extends pulumi.ComponentResource {
  readonly address: pulumi.Output<string>;

  constructor(name: string, image: pulumi.Input<string>, options?: pulumi.ComponentResourceOptions) {
    super("acme:index:Shop", name, {}, options);
    const back = new ContainerGroup(`${name}-back`, args(`${name}-back`), { parent: this });
    const ipAddress = { type: "Public" as const, ports: [{ port: 80 }] };
    const front = new ContainerGroup(
      `${name}-front`,
      args(`${name}-front`, {
        ipAddress,
        containers: [
          {
            ...container(image),
            environmentVariables: [{ name: "BACK", value: back.name as pulumi.Input<string> }],
          },
        ],
      }),
      { parent: this, dependsOn: back },
    );
    this.address = pulumi.interpolate`http://${front.ipAddress.apply((ip) => ip?.ip ?? "")}`;
    this.registerOutputs({ address: this.address });
  }
}

describe("e2e: components and options that apply to every resource", () => {
  let sandbox: Sandbox;
  /** Names of the groups that requests of a method were about, since the log was last cleared. */
  const asked = (method: string) =>
    sandbox.emulator.log.filter({ method }).map(({ path }) => path.split("/").at(-1));

  before(async () => {
    sandbox = await Sandbox.open();
  });
  after(() => sandbox.close());

  describe("in consecutive programs", () => {
    const program = (tag: string, more: () => void) => async () => {
      more();
      new ContainerGroup("safe", args("safe"), { protect: true });
      new ContainerGroup("drifting", args("drifting", { tags: { a: "1" } }));
      for (const name of ["one", "two"]) new ContainerGroup(name, args(name, { tags: { tag } }));
    };
    const replaceable = (tag: string): void =>
      void new ContainerGroup("replaced", args("replaced", { tags: { tag } }), {
        replaceOnChanges: ["tags"],
      });
    const first = program("1", () => {
      new Shop("shop", "nginx:1");
      new ContainerGroup("moved", args("moved"));
      replaceable("1");
    });
    const later = (tag: string) =>
      program(tag, () => {
        const parent = new Shop("shop", "nginx:2");
        new ContainerGroup("moved", args("moved"), {
          parent,
          aliases: [{ parent: pulumi.rootStackResource }],
        });
        replaceable("2");
      });

    let stack: TestStack;
    before(async () => {
      sandbox.emulator.log.clear();
      stack = await sandbox.stack("steps", first);
      succeeded(await stack.up());
    });

    it("`parent`: the groups of a component are its children, in the order of `dependsOn`", async () => {
      const { checkpoint } = JSON.parse(await stack.state());
      const urns = checkpoint.latest.resources.map(({ urn }: { urn: string }) =>
        urn.split("::").slice(2).join("::"),
      );
      expect(urns).to.include.members([
        "acme:index:Shop$pulumi-nodejs:dynamic/vendorcloud:ContainerGroup::shop-back",
        "acme:index:Shop$pulumi-nodejs:dynamic/vendorcloud:ContainerGroup::shop-front",
      ]);
      expect(asked("PUT").filter((name) => name?.startsWith("shop-"))).to.deep.equal([
        "shop-back",
        "shop-front",
      ]);
      const { outputs } = (await stack.resource("Shop")) ?? {};
      expect(outputs?.address).to.match(/^http:\/\/198\./);
    });

    it("one `up --refresh` reverts drift, replaces for `replaceOnChanges`, and moves a resource into a component by `aliases`", async () => {
      sandbox.emulator.containerGroups.patch(groupId("drifting"), { tags: { a: "2" } });
      sandbox.emulator.log.clear();
      const outcome = succeeded(await stack.up(later("1"), { refresh: true }));
      // The front of the shop, and what drifted. The component itself is one that stays the same.
      expect(outcome.operations).to.deep.equal({ update: 2, replace: 1, same: 6 });
      expect(sandbox.emulator.containerGroups.get(groupId("drifting"))?.tags).to.deep.equal({ a: "1" });
      expect(asked("DELETE")).to.deep.equal(["replaced"]);
      // Deleted first, since the new group has the name of the old one.
      expect(sandbox.emulator.containerGroups.get(groupId("replaced"))?.tags).to.deep.equal({ tag: "2" });
      expect(asked("PUT")).to.have.members(["drifting", "shop-front", "replaced"]);
    });

    it("`--target` updates the named resource only", async () => {
      sandbox.emulator.log.clear();
      const urn = "urn:pulumi:steps::sandbox::pulumi-nodejs:dynamic/vendorcloud:ContainerGroup::two";
      succeeded(await stack.up(later("2"), { target: [urn] }));
      expect(asked("PUT")).to.deep.equal(["two"]);
      expect((await stack.preview(later("2"))).operations).to.deep.equal({ same: 8, update: 1 });
    });

    it("`protect`: the engine refuses to delete the resource", async () => {
      const outcome = await stack.destroy();
      expect(outcome.failed).to.equal(true);
      expect(outcome.text).to.include("protected");
      expect(sandbox.emulator.containerGroups.get(groupId("safe"))).not.to.equal(undefined);
    });
  });

  describe("in one program", () => {
    const ipAddress = { type: "Public" as const, ports: [{ port: 80 }] };
    const program = (image: string) => async () => {
      new ContainerGroup("ignored", args("ignored", { containers: [container(image)] }), {
        ignoreChanges: ["containers[0].image"],
      });
      const secretive = args("secretive", { ipAddress: { ...ipAddress, dnsNameLabel: "hidden-label" } });
      const { ipAddress: ip } = new ContainerGroup("secretive", secretive, {
        additionalSecretOutputs: ["ipAddress"],
      });
      const transforms: pulumi.ResourceTransform[] = [
        ({ type, props, opts }) =>
          type.endsWith(":ContainerGroup")
            ? { props: { ...props, tags: { team: "shop" } }, opts }
            : undefined,
      ];
      new Shop("store", "nginx:1", { transforms });
      declareDeep();
      return { ip };
    };
    /** Outputs at any depth. */
    function declareDeep(): void {
      const ready = <T>(value: T) => pulumi.output(Promise.resolve(value));
      const [name, image] = [ready("web"), ready("nginx:1")];
      const both = pulumi.all([name, image]).apply(([one, other]) => ({ ...container(other, one) }));
      new ContainerGroup("deep", {
        ...args("deep"),
        tags: ready({ of: "an output", a: "map" }),
        containers: pulumi.all([both, container(image, ready("side"))]),
        ipAddress: { type: ready("Public"), ports: [ready({ port: 80 }), { port: Promise.resolve(81) }] },
      });
    }

    let whole: TestStack;
    /** The request for each group, by its name. */
    let sent: Record<string, { tags?: object }>;
    before(async () => {
      sandbox.emulator.log.clear();
      whole = await sandbox.stack("whole", program("nginx:1"));
      succeeded(await whole.up());
      sent = Object.fromEntries(
        sandbox.emulator.log
          .filter({ method: "PUT" })
          .map(({ path, body }) => [path.split("/").at(-1), body as object]),
      );
    });

    it("`additionalSecretOutputs` keeps an output of the service encrypted", async () => {
      const encrypted = JSON.stringify((await whole.outputs()).ip);
      expect(encrypted).to.include("ciphertext").and.not.to.include("198.");
      const { checkpoint } = JSON.parse(await whole.state());
      const resources: { urn: string; outputs: { ipAddress?: unknown } }[] = checkpoint.latest.resources;
      const kept = resources.find(({ urn }) => urn.endsWith("::secretive"))?.outputs.ipAddress;
      expect(JSON.stringify(kept)).to.include("ciphertext").and.not.to.include("198.");
    });

    it("`transforms` of a component reach the resources in it, and no others", () => {
      expect([sent["store-back"]?.tags, sent["store-front"]?.tags, sent.ignored?.tags]).to.deep.equal([
        { team: "shop" },
        { team: "shop" },
        undefined,
      ]);
    });

    it("outputs at any depth, `pulumi.all` and promises arrive as known values", () => {
      const body = JSON.stringify(sent.deep);
      for (const part of ['"of":"an output"', '"name":"side"', '"port":81', '"name":"web"'])
        expect(body).to.include(part);
    });

    it("none of these options makes a difference, and `ignoreChanges` applies to one field of one item of a list", async () => {
      const preview = succeeded(await whole.preview(program("nginx:2")));
      expect(preview.operations, preview.text).to.deep.equal({ same: 6 });
    });
  });

  it("a stack reference passes an address to another stack, and a resource with `deletedWith` is not deleted by itself", async () => {
    const ipAddress = { type: "Public" as const, ports: [{ port: 80 }] };
    const network = await sandbox.stack("network", async () => {
      const gate = new ContainerGroup("gate", args("gate", { ipAddress }));
      new ContainerGroup("part", args("part"), { deletedWith: gate });
      return { ip: gate.ipAddress.apply((address) => address?.ip) };
    });
    succeeded(await network.up());
    const client = await sandbox.stack("client", async () => {
      const reference = new pulumi.StackReference("organization/sandbox/network");
      const value = reference.requireOutput("ip") as pulumi.Output<string>;
      const containers = [{ ...container("nginx:1"), environmentVariables: [{ name: "GATE", value }] }];
      new ContainerGroup("client", args("client", { containers }));
    });
    succeeded(await client.up());
    const [sent] = sandbox.emulator.log.filter({ method: "PUT" }).slice(-1);
    expect(JSON.stringify(sent?.body)).to.match(/"name":"GATE","value":"198\./);
    sandbox.emulator.log.clear();
    succeeded(await network.destroy());
    expect(asked("DELETE")).to.deep.equal(["gate"]);
  });

  it("a component that cannot register its group fails the preview with its own error", async () => {
    const refused = await sandbox.stack("refused", async () => {
      const transform: pulumi.ResourceTransform = () => {
        throw new Error("the transform refuses");
      };
      new Shop("refused", "nginx:1", { transforms: [transform] });
    });
    const preview = await refused.preview();
    expect(preview.failed, preview.text).to.equal(true);
    expect(preview.text).to.include("the transform refuses");
  });

  it("`state move` moves resources with their secrets to another stack, which shows no difference", async () => {
    const declare = async () => {
      const secureValue = pulumi.secret("canary-moved");
      new ContainerGroup(
        "moving",
        args("moving", {
          containers: [{ ...container("nginx:1"), environmentVariables: [{ name: "K", secureValue }] }],
        }),
      );
    };
    const from = await sandbox.stack("from", declare);
    succeeded(await from.up());
    // With a key of its own, unlike a copied stack: the move has to encrypt the secrets again.
    await sandbox.pulumi("stack", "init", "to");
    const stack = await sandbox.stack("to", async () => undefined);
    succeeded(await stack.up());
    const urn = (await from.resource("ContainerGroup"))?.urn ?? "";
    succeeded(
      await sandbox.pulumi(
        ...["state", "move", "--yes", "--include-parents", "--source", "from", "--dest", "to", urn],
      ),
    );
    const preview = succeeded(await stack.preview(declare));
    expect([preview.operations, preview.requests]).to.deep.equal([{ same: 1 }, 0]);
    expect(await stack.state()).not.to.include("canary");
  });
});
