import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { ContainerGroup, type ContainerGroupArgs } from "pulumi-vendorcloud";
import { succeeded } from "../support/command.js";
import { groupId, Sandbox } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";
import { groupArgs, resources } from "./groups.js";

const container = (image: pulumi.Input<string>, name: pulumi.Input<string> = "web") => ({
  ...{ name, image, resources },
  ports: [{ port: 80 }, { port: 81 }],
});
const args = (name: string, change: Partial<ContainerGroupArgs> = {}): ContainerGroupArgs =>
  groupArgs(name, { location: "westus", containers: [container("nginx:1")], ...change });

/** A shop as a user of the package would write one: two groups in one component. */
class Shop extends pulumi.ComponentResource {
  constructor(name: string, image: pulumi.Input<string>, options?: pulumi.ComponentResourceOptions) {
    super("acme:index:Shop", name, {}, options);
    const back = new ContainerGroup(`${name}-back`, args(`${name}-back`), { parent: this });
    const environmentVariables = [{ name: "BACK", value: back.name as pulumi.Input<string> }];
    const containers = [{ ...container(image), environmentVariables }];
    const front = new ContainerGroup(`${name}-front`, args(`${name}-front`, { containers }), {
      parent: this,
    });
    this.registerOutputs({ front: front.name });
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

  it("one `up --refresh` reverts drift, replaces for `replaceOnChanges`, and moves a resource into a component by `aliases`", async () => {
    const program = (image: string, tag: string, move: boolean) => async () => {
      const parent = new Shop("shop", image);
      const moved = { parent, aliases: [{ parent: pulumi.rootStackResource }] };
      new ContainerGroup("moved", args("moved"), move ? moved : {});
      new ContainerGroup("drifting", args("drifting", { tags: { a: "1" } }));
      const replaced = args("replaced", { tags: { tag } });
      new ContainerGroup("replaced", replaced, { replaceOnChanges: ["tags"] });
    };
    const stack = await sandbox.stack("steps", program("nginx:1", "1", false));
    succeeded(await stack.up());
    sandbox.emulator.containerGroups.patch(groupId("drifting"), { tags: { a: "2" } });
    sandbox.emulator.log.clear();
    const outcome = succeeded(await stack.up(program("nginx:2", "2", true), { refresh: true }));
    // The front of the shop, and what drifted. The component itself is one that stays the same.
    expect(outcome.operations).to.deep.equal({ update: 2, replace: 1, same: 3 });
    expect(sandbox.emulator.containerGroups.get(groupId("drifting"))?.tags).to.deep.equal({ a: "1" });
    expect(asked("DELETE")).to.deep.equal(["replaced"]);
    // Deleted first, since the new group has the name of the old one.
    expect(sandbox.emulator.containerGroups.get(groupId("replaced"))?.tags).to.deep.equal({ tag: "2" });
    expect(asked("PUT")).to.have.members(["drifting", "shop-front", "replaced"]);
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
      const environmentVariables = [{ name: "K", secureValue: pulumi.secret("canary-moved") }];
      const containers = [{ ...container("nginx:1"), environmentVariables }];
      new ContainerGroup("moving", args("moving", { containers }));
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
