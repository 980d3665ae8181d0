import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import { ContainerGroup, type ContainerGroupArgs } from "pulumi-vendorcloud";
import { groupId, Sandbox } from "../support/sandbox.js";
import type { Outcome, TestStack } from "../support/testStack.js";

const resources = { requests: { cpu: 1, memoryInGB: 1 } };
const container = (image: pulumi.Input<string>, name: pulumi.Input<string> = "web") => ({
  name,
  image,
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

describe("e2e: components, and what Pulumi users expect of any resource", function () {
  this.timeout(120_000);

  let sandbox: Sandbox;
  let stack: TestStack | undefined;
  const requests = (method: string) => sandbox.emulator.log.filter({ method });
  const groups = () =>
    sandbox.emulator.containerGroups
      .list()
      .map(({ id = "" }) => id.split("/").at(-1))
      .sort();
  const urns = async (): Promise<string[]> => {
    const { checkpoint } = JSON.parse((await stack?.state()) ?? "");
    return checkpoint.latest.resources.map(({ urn }: { urn: string }) => urn.split("::").slice(2).join("::"));
  };
  const succeeded = (outcome: Outcome): Outcome => {
    expect(outcome.failed, outcome.text).to.equal(false);
    return outcome;
  };

  before(async () => {
    sandbox = await Sandbox.open();
  });
  beforeEach(() => {
    sandbox.emulator.log.clear();
    for (const { id = "" } of sandbox.emulator.containerGroups.list()) {
      sandbox.emulator.containerGroups.delete(id);
    }
  });
  afterEach(() => {
    stack = undefined;
  });
  after(() => sandbox.close());

  it("`parent`: a component's groups are its own, in the order of `dependsOn`", async () => {
    stack = await sandbox.stack("component", async () => ({ address: new Shop("shop", "nginx:1").address }));
    succeeded(await stack.up());
    expect(await urns()).to.include.members([
      "acme:index:Shop$pulumi-nodejs:dynamic/vendorcloud:ContainerGroup::shop-back",
      "acme:index:Shop$pulumi-nodejs:dynamic/vendorcloud:ContainerGroup::shop-front",
    ]);
    expect(requests("PUT").map(({ path }) => path.split("/").at(-1))).to.deep.equal([
      "shop-back",
      "shop-front",
    ]);
    expect((await stack.stack.outputs()).address?.value).to.match(/^http:\/\/198\./);
    const changed = async () => void new Shop("shop", "nginx:2");
    // The component itself is one that stays the same.
    expect(succeeded(await stack.up(changed)).operations).to.deep.equal({ same: 2, update: 1 });
    expect((await stack.preview(changed)).requests).to.equal(0);
  });

  it("`aliases`: moved into a component, a group is neither replaced nor sent", async () => {
    const alone = async () => void new ContainerGroup("shop-back", args("shop-back"));
    stack = await sandbox.stack("adopted", alone);
    succeeded(await stack.up());
    const moved = async () => {
      const parent = new pulumi.ComponentResource("acme:index:Empty", "shop");
      new ContainerGroup("shop-back", args("shop-back"), {
        parent,
        aliases: [{ parent: pulumi.rootStackResource }],
      });
    };
    const outcome = succeeded(await stack.up(moved));
    expect([outcome.operations.same, outcome.operations.replace, outcome.requests]).to.deep.equal([
      1,
      undefined,
      0,
    ]);
  });

  it("`protect`: the engine refuses to delete it", async () => {
    stack = await sandbox.stack(
      "protected",
      async () => void new ContainerGroup("safe", args("safe"), { protect: true }),
    );
    succeeded(await stack.up());
    const outcome = await stack.destroy();
    expect(outcome.failed).to.equal(true);
    expect(outcome.text).to.include("protected");
    expect(groups()).to.deep.equal(["safe"]);
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
      new Shop("shop", "nginx:1", { transforms });
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
        requests("PUT").map(({ path, body }) => [path.split("/").at(-1), body as object]),
      );
    });

    it("`additionalSecretOutputs` keeps an output of the service encrypted", async () => {
      expect((await whole.stack.outputs()).ip?.secret).to.equal(true);
      const { checkpoint } = JSON.parse(await whole.state());
      const resources: { urn: string; outputs: { ipAddress?: unknown } }[] = checkpoint.latest.resources;
      const kept = resources.find(({ urn }) => urn.endsWith("::secretive"))?.outputs.ipAddress;
      expect(JSON.stringify(kept)).to.include("ciphertext").and.not.to.include("198.");
    });

    it("`transforms` of a component reach the resources in it, and no others", () => {
      expect([sent["shop-back"]?.tags, sent["shop-front"]?.tags, sent.ignored?.tags]).to.deep.equal([
        { team: "shop" },
        { team: "shop" },
        undefined,
      ]);
    });

    it("Outputs at any depth, `pulumi.all` and promises: known values all over", () => {
      const body = JSON.stringify(sent.deep);
      for (const part of ['"of":"an output"', '"name":"side"', '"port":81', '"name":"web"'])
        expect(body).to.include(part);
    });

    it("none of them makes a difference, and `ignoreChanges` reaches one field of one item of a list", async () => {
      const preview = succeeded(await whole.preview(program("nginx:2")));
      expect(preview.operations, preview.text).to.deep.equal({ same: 6 });
    });
  });

  it("`replaceOnChanges` makes a change in place a replacement", async () => {
    const program = (tag: string) => async () =>
      void new ContainerGroup("replaced", args("replaced", { tags: { tag } }), {
        replaceOnChanges: ["tags"],
        deleteBeforeReplace: true,
      });
    stack = await sandbox.stack("replaced", program("1"));
    succeeded(await stack.up());
    expect(succeeded(await stack.up(program("2"))).operations).to.deep.equal({ replace: 1 });
    expect(requests("DELETE")).to.have.length(1);
    expect(groups()).to.deep.equal(["replaced"]);
  });

  it("`deletedWith`: what goes with something else is not deleted by itself", async () => {
    stack = await sandbox.stack("together", async () => {
      const whole = new ContainerGroup("whole", args("whole"));
      new ContainerGroup("part", args("part"), { deletedWith: whole });
    });
    succeeded(await stack.up());
    succeeded(await stack.destroy());
    expect(requests("DELETE").map(({ path }) => path.split("/").at(-1))).to.deep.equal(["whole"]);
  });

  it("a stack reference hands an address on to another stack", async () => {
    const ipAddress = { type: "Public" as const, ports: [{ port: 80 }] };
    const network = await sandbox.stack("network", async () => ({
      ip: new ContainerGroup("gate", args("gate", { ipAddress })).ipAddress.apply((address) => address?.ip),
    }));
    succeeded(await network.up());
    stack = await sandbox.stack("shop", async () => {
      const reference = new pulumi.StackReference("organization/sandbox/network");
      const value = reference.requireOutput("ip") as pulumi.Output<string>;
      new ContainerGroup(
        "client",
        args("client", {
          containers: [{ ...container("nginx:1"), environmentVariables: [{ name: "GATE", value }] }],
        }),
      );
    });
    succeeded(await stack.up());
    expect(JSON.stringify(requests("PUT").at(-1)?.body)).to.match(/"name":"GATE","value":"198\./);
  });

  it("`--target` updates what is named, and nothing else", async () => {
    const program = (tag: string) => async () => {
      for (const name of ["one", "two"]) new ContainerGroup(name, args(name, { tags: { tag } }));
    };
    stack = await sandbox.stack("targeted", program("1"));
    succeeded(await stack.up());
    const urn = "urn:pulumi:targeted::sandbox::pulumi-nodejs:dynamic/vendorcloud:ContainerGroup::two";
    sandbox.emulator.log.clear();
    succeeded(await stack.up(program("2"), { target: [urn] }));
    expect(requests("PUT").map(({ path }) => path.split("/").at(-1))).to.deep.equal(["two"]);
    expect((await stack.preview(program("2"))).operations).to.deep.equal({ same: 1, update: 1 });
  });

  it("`up --refresh` takes drift back in one go", async () => {
    stack = await sandbox.stack(
      "refreshed",
      async () => void new ContainerGroup("drifting", args("drifting", { tags: { a: "1" } })),
    );
    succeeded(await stack.up());
    sandbox.emulator.containerGroups.patch(groupId("drifting"), { tags: { a: "2" } });
    const outcome = succeeded(await stack.up(undefined, { refresh: true }));
    expect(outcome.operations).to.deep.equal({ update: 1 });
    expect(sandbox.emulator.containerGroups.get(groupId("drifting"))?.tags).to.deep.equal({ a: "1" });
  });

  it("`state move` takes resources, secrets included, to another stack that continues without a difference", async () => {
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
    stack = await sandbox.stack("to", async () => undefined);
    succeeded(await stack.up());
    const urn = (await from.resource("ContainerGroup"))?.urn ?? "";
    const moved = await sandbox.pulumi(
      ...["state", "move", "--yes", "--include-parents", "--source", "from", "--dest", "to", urn],
    );
    expect(moved.failed, moved.text).to.equal(false);
    const preview = succeeded(await stack.preview(declare));
    expect([preview.operations, preview.requests]).to.deep.equal([{ same: 1 }, 0]);
    expect(await stack.state()).not.to.include("canary");
  });
});
