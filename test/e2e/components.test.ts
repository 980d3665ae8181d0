import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { ContainerGroup, type ContainerGroupArgs } from "pulumi-vendorcloud";
import { Sandbox } from "../support/sandbox.js";
import type { Outcome, TestStack } from "../support/testStack.js";

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

describe("e2e: components and options that apply to every resource", function () {
  this.timeout(120_000);

  let sandbox: Sandbox;
  const succeeded = (outcome: Outcome): Outcome => {
    expect(outcome.failed, outcome.text).to.equal(false);
    return outcome;
  };

  before(async () => {
    sandbox = await Sandbox.open();
  });
  after(() => sandbox.close());

  describe("in one program", () => {
    const program = (image: string) => async () => {
      new ContainerGroup("ignored", args("ignored", { containers: [container(image)] }), {
        ignoreChanges: ["containers[0].image"],
      });
      const transforms: pulumi.ResourceTransform[] = [
        ({ type, props, opts }) =>
          type.endsWith(":ContainerGroup")
            ? { props: { ...props, tags: { team: "shop" } }, opts }
            : undefined,
      ];
      new Shop("store", "nginx:1", { transforms });
      declareDeep();
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
      expect(preview.operations, preview.text).to.deep.equal({ same: 5 });
    });
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
    const moved = await sandbox.pulumi(
      ...["state", "move", "--yes", "--include-parents", "--source", "from", "--dest", "to", urn],
    );
    expect(moved.failed, moved.text).to.equal(false);
    const preview = succeeded(await stack.preview(declare));
    expect([preview.operations, preview.requests]).to.deep.equal([{ same: 1 }, 0]);
    expect(await stack.state()).not.to.include("canary");
  });
});
