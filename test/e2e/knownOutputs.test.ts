import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { after, before, it } from "mocha";
import type { ContainerGroupArgs } from "pulumi-vendorcloud";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { overBothProtocols } from "../support/programProtocols.js";
import { groupId, type Sandbox } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";

/** Outputs that an update cannot change are known before it, so values that other resources derive from them show no change. */
overBothProtocols("e2e: outputs that an update does not change", function (protocol) {
  this.timeout(300_000);

  let sandbox: Sandbox;
  let stack: TestStack;

  interface Change {
    group?: Partial<ContainerGroupArgs>;
    phoneNumber?: string;
    options?: pulumi.CustomResourceOptions;
  }
  const web = (image: string) => ({
    name: "web",
    image,
    ports: [{ port: 80 }],
    resources: { requests: { cpu: 1, memoryInGB: 1 } },
  });
  const args = {
    resourceGroupName: "demo",
    location: "westus",
    osType: "Linux",
    identity: { type: "SystemAssigned, UserAssigned", userAssignedIdentities: { "/id/one": {} } },
    ipAddress: { type: "Public", dnsNameLabel: "label", ports: [{ port: 80 }] },
    containers: [web("nginx:1")],
  } satisfies ContainerGroupArgs;
  /** A group, a customer and an observer, which follow from it. */
  const declare = (name: string, customer: number, { group, phoneNumber = "+1", options }: Change) => {
    const ipAddress = { ...args.ipAddress, dnsNameLabel: `label-${name}` };
    const shop = new sandbox.vendorcloud.ContainerGroup(
      name,
      { ...args, ipAddress, ...group } as ContainerGroupArgs,
      options,
    );
    const identity = shop.identity.apply((found) => String(found?.principalId));
    const assigned = shop.identity.apply((found) =>
      String(found?.userAssignedIdentities?.["/id/one"]?.principalId),
    );
    const { number } = new sandbox.vendorcloud.Customer(`${name}-customer`, {
      customerId: seedId("customers", customer),
      website: pulumi.interpolate`http://${shop.ipAddress.apply((address) => address?.fqdn)}`,
      addressLine1: shop.ipAddress.apply((address) => String(address?.ip)),
      phoneNumber,
    });
    new sandbox.vendorcloud.ContainerGroup(`${name}-observer`, {
      resourceGroupName: "demo",
      osType: "Linux",
      containers: [web("nginx:1")],
      tags: { id: shop.id, name: shop.name as pulumi.Output<string>, number, identity, assigned },
    });
    return { state: shop.provisioningState, ip: shop.ipAddress.apply((address) => address?.ip) };
  };

  const tags = { team: "blue" };
  const mergeOptions: pulumi.ResourceTransformation = ({ props, opts }) => ({
    props,
    opts: pulumi.mergeOptions(opts, { dependsOn: [], hooks: { beforeUpdate: [() => undefined] } }),
  });
  const changes: Record<string, Change> = {
    tagged: { group: { tags } },
    image: { group: { containers: [web("nginx:2")] } },
    record: { phoneNumber: "+2" },
    watched: { group: { tags }, options: { hooks: { beforeUpdate: [() => undefined] } } },
    merged: { group: { tags }, options: { transformations: [mergeOptions] } },
    address: { group: { ipAddress: { ...args.ipAddress, dnsNameLabel: "other-label" } } },
    identity: { group: { identity: { ...args.identity, type: "SystemAssigned" } } },
    policy: { group: { restartPolicy: "Never" } },
  };
  const names = Object.keys(changes);
  /** The program with some of these changes. */
  const program = (changed: readonly string[]) => async () =>
    Object.fromEntries(
      names.map((name, index) => [
        name,
        declare(name, 10 + index, changed.includes(name) ? (changes[name] ?? {}) : {}),
      ]),
    );

  /** What each resource with a change meets in a preview of all of them. */
  let previewed: Record<string, string>;
  const of = (name: string) =>
    Object.fromEntries(
      Object.entries(previewed).filter(([resource]) => resource === name || resource.startsWith(`${name}-`)),
    );

  before(async () => {
    sandbox = await protocol.open({ seed: "demo" });
    stack = await sandbox.stack("known", program([]));
    const created = await stack.up();
    expect(created.failed, created.text).to.equal(false);
    const preview = await stack.preview(program(names));
    expect(preview.failed, preview.text).to.equal(false);
    expect(preview.operations).to.deep.equal({ update: 11, replace: 1, same: 12 });
    const steps = preview.text.matchAll(/: \(([\w-]+)\)\n(?: +\[id=.*\n)? +\[urn=\S+::([\w-]+)\]/g);
    previewed = Object.fromEntries([...steps].map(([, kind = "", name = ""]) => [name, kind]));
  });
  after(() => sandbox.close());

  it("a change that does not affect them is the only change in the preview: of a group, of a record, with resource hooks", () => {
    for (const name of ["tagged", "image", "watched", "merged"])
      expect(of(name)).to.deep.equal({ [name]: "update" });
    expect(of("record")).to.deep.equal({ "record-customer": "update" });
  });

  it("the change is also the only one of the update, and the state contains no hook", async () => {
    const changed = program(["tagged"]);
    const outcome = await stack.up(changed);
    expect(outcome.operations, outcome.text).to.deep.equal({ update: 1, same: 23 });
    expect((await stack.preview(changed)).operations).to.deep.equal({ same: 24 });
    expect(JSON.stringify(await stack.stack.exportStack())).not.to.match(/hook/i);
  });

  it("a change of the address, the identity or the group itself makes them unknown", () => {
    expect(of("address")).to.deep.equal({ address: "update", "address-customer": "update" });
    expect(of("identity")).to.deep.equal({ identity: "update", "identity-observer": "update" });
    expect(Object.keys(of("policy"))).to.have.members(["policy", "policy-customer", "policy-observer"]);
    expect(of("policy")).to.include({ "policy-customer": "update", "policy-observer": "update" });
  });

  it("the address of a private group is unknown, because the subnet may give it another one", async () => {
    const inSubnet = (tags: Record<string, string>) => async () => {
      const lan = new sandbox.vendorcloud.ContainerGroup("lan", {
        ...args,
        ipAddress: { type: "Private", ports: [{ port: 80 }] },
        subnetIds: [{ id: "/id/subnet" }],
        tags,
      });
      new sandbox.vendorcloud.Customer("tracker", {
        customerId: seedId("customers", 2),
        addressLine1: lan.ipAddress.apply((address) => String(address?.ip)),
      });
    };
    const other = await sandbox.stack("private", inSubnet({}));
    expect((await other.up()).operations).to.deep.equal({ create: 2 });
    expect((await other.preview()).operations).to.deep.equal({ same: 2 });
    const preview = await other.preview(inSubnet({ team: "blue" }));
    expect(preview.operations, preview.text).to.deep.equal({ update: 2 });
  });

  it("a plan leaves the address of a private group open, and is violated by a new address of a public group", async () => {
    const groups: ContainerGroupArgs[] = [
      { ...args, subnetIds: [{ id: "/id/subnet" }], ipAddress: { type: "Private", ports: [{ port: 80 }] } },
      { ...args, ipAddress: { type: "Public", ports: [{ port: 80 }] } },
    ];
    for (const [index, declared] of groups.entries()) {
      const name = `plan-${index}`;
      const customerId = seedId("customers", 3 + index);
      const tracked = (tags: Record<string, string>) => async () => {
        const group = new sandbox.vendorcloud.ContainerGroup("group", {
          ...declared,
          containerGroupName: name,
          tags,
        });
        new sandbox.vendorcloud.Customer("tracker", {
          customerId,
          addressLine1: group.ipAddress.apply((address) => String(address?.ip)),
        });
      };
      const planned = await sandbox.stack(name, tracked({}));
      expect((await planned.up()).operations).to.deep.equal({ create: 2 });
      const changed = tracked({ team: "blue" });
      const plan = join(sandbox.directory, `${name}.json`);
      await planned.stack.preview({ program: changed, plan });
      const id = groupId(name);
      sandbox.emulator.containerGroups.patch(id, { properties: { ipAddress: { ip: "203.0.113.9" } } });
      const up = await planned.up(changed, { plan });
      if (index === 0) {
        expect(up.failed, up.text).to.equal(false);
      } else {
        expect(up.text).to.include("violates plan");
        expect((await planned.preview(changed)).text).to.include('"203.0.113.9"');
        expect(await planned.up(changed)).to.include({ failed: false });
      }
      const { fields } = sandbox.emulator.business.get("customers", customerId) ?? {};
      expect(fields).to.include({ addressLine1: "203.0.113.9" });
    }
  });
});
