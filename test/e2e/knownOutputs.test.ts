import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { after, before, it } from "mocha";
import type { ContainerGroupArgs } from "pulumi-vendorcloud";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { succeeded } from "../support/command.js";
import { overBothProtocols } from "../support/programProtocols.js";
import type { Sandbox } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";
import { web as container } from "./groups.js";

/** Outputs that an update cannot change are known before it, so values that other resources derive from them show no change. */
overBothProtocols("e2e: outputs that an update does not change", (protocol) => {
  let sandbox: Sandbox;
  let stack: TestStack;

  interface Change {
    group?: Partial<ContainerGroupArgs>;
    phoneNumber?: string;
    options?: pulumi.CustomResourceOptions;
  }
  const web = (image: string) => ({ ...container, image, ports: [{ port: 80 }] });
  const args = {
    ...{ resourceGroupName: "demo", location: "westus", osType: "Linux" },
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
    succeeded(await stack.up());
    const preview = succeeded(await stack.preview(program(names)));
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
});
