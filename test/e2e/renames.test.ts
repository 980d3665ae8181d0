import { expect } from "chai";
import { after, before, beforeEach, it } from "mocha";
import type { ContainerGroup, Customer, DatabaseInstanceStop, Provider } from "pulumi-vendorcloud";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { overBothProtocols } from "../support/programProtocols.js";
import { groupId, type Sandbox, SUBSCRIPTION } from "../support/sandbox.js";
import type { Outcome, TestStack } from "../support/testStack.js";

/** Resources renamed without an alias, in runs that end between the create of the new name and the delete of the old. */
overBothProtocols("e2e: renames and duplicates", function (protocol) {
  this.timeout(180_000);

  const container = { name: "web", image: "nginx:1", resources: { requests: { cpu: 1, memoryInGB: 1 } } };
  const group = (
    name: string,
    containerGroupName: string,
    options: { dependsOn?: ContainerGroup[]; provider?: Provider } = {},
  ) =>
    new sandbox.vendorcloud.ContainerGroup(
      name,
      { resourceGroupName: "demo", containerGroupName, osType: "Linux", containers: [container] },
      options,
    );
  const customerId = seedId("customers", 7);
  const customer = (name: string, displayName = "Renamed Bakery") =>
    new sandbox.vendorcloud.Customer(name, { customerId, displayName, onDestroy: "restore" });
  const database = `/subscriptions/${SUBSCRIPTION}/resourceGroups/erp/providers/Vendor.Workloads/erpVirtualInstances/X00/databaseInstances/db`;
  const stop = (name: string) =>
    new sandbox.vendorcloud.DatabaseInstanceStop(name, {
      resourceGroupName: "erp",
      erpVirtualInstanceName: "X00",
      databaseInstanceName: "db",
      stopOn: "destroy",
    });

  let sandbox: Sandbox;
  before(async () => {
    sandbox = await protocol.open({ seed: "demo" });
    sandbox.emulator.erp.put(database);
  });
  after(() => sandbox.close());
  beforeEach(() => {
    sandbox.emulator.faults.clear();
    sandbox.emulator.log.clear();
  });

  /** Names in the state of the resources of a type. */
  const namesOf = async (stack: TestStack, type: string): Promise<string[]> => {
    const { checkpoint } = JSON.parse(await stack.state());
    const resources: { type: string; urn: string }[] = checkpoint.latest.resources;
    return resources
      .filter((resource) => resource.type.endsWith(`:${type}`))
      .map(({ urn }) => urn.split("::").at(-1) ?? "")
      .sort();
  };

  /** Declares a resource, and then under another name, in a run that fails before the earlier name is deleted. */
  const interruptedRename = async (
    type: string,
    declare: (name: string) => ContainerGroup | Customer | DatabaseInstanceStop,
  ): Promise<{ stack: TestStack; again: () => Promise<Outcome> }> => {
    const later = `later-${type.toLowerCase()}`;
    const program = (name: string) => async () => {
      const resource = declare(name);
      group(later, later, { dependsOn: [resource as ContainerGroup] });
    };
    const stack = await sandbox.stack(`rename-${type.toLowerCase()}`, async () => void declare("earlier"));
    const first = await stack.up();
    expect(first.failed, first.text).to.equal(false);
    const error = { code: "NotNow", message: "Not now." };
    const match = { method: "PUT", path: groupId(later) };
    sandbox.emulator.faults.add({ match, times: "always", fault: { status: 400, body: { error } } });
    const interrupted = await stack.up(program("renamed"));
    expect(interrupted.failed, interrupted.text).to.equal(true);
    expect(await namesOf(stack, type)).to.include.members(["earlier", "renamed"]);
    sandbox.emulator.faults.clear();
    sandbox.emulator.log.clear();
    return { stack, again: () => stack.up(program("renamed")) };
  };

  const expectKept = async (stack: TestStack, outcome: Outcome, type: string): Promise<void> => {
    expect(outcome.failed, outcome.text).to.equal(false);
    expect(outcome.operations).to.deep.equal({ create: 1, delete: 1, same: 1 });
    expect(outcome.text).to.match(/is left unchanged: the program declares it as urn:pulumi:\S+::renamed\./);
    expect(await namesOf(stack, type)).not.to.include("earlier");
  };

  it("a group whose rename was interrupted is not deleted by the next run; `destroy` deletes it", async () => {
    const { stack, again } = await interruptedRename("ContainerGroup", (name) => group(name, "shop"));
    await expectKept(stack, await again(), "ContainerGroup");
    expect(sandbox.emulator.log.filter({ method: "DELETE" })).to.deep.equal([]);
    const effects = () => sandbox.emulator.containerGroups.effects(groupId("shop")).deletes;
    expect(effects()).to.equal(0);
    expect((await stack.destroy()).failed).to.equal(false);
    expect(effects()).to.equal(1);
  });

  it("neither is a group whose rename to another provider was interrupted", async () => {
    const { stack, again } = await interruptedRename("ContainerGroup", (name) =>
      group(name, "moved", { provider: new sandbox.vendorcloud.Provider(`of-${name}`) }),
    );
    const outcome = await again();
    expect(outcome.failed, outcome.text).to.equal(false);
    expect(outcome.text).to.match(/is left unchanged: the program declares it as urn:pulumi:\S+::renamed\./);
    expect(await namesOf(stack, "ContainerGroup")).to.deep.equal(["later-containergroup", "renamed"]);
    expect(sandbox.emulator.log.filter({ method: "DELETE" })).to.deep.equal([]);
  });

  it("a record whose rename was interrupted is not put back", async () => {
    const name = () => sandbox.emulator.business.get("customers", customerId)?.fields.displayName;
    const { stack, again } = await interruptedRename("Customer", customer);
    await expectKept(stack, await again(), "Customer");
    expect(sandbox.emulator.log.filter({ method: "PATCH" })).to.deep.equal([]);
    expect(name()).to.equal("Renamed Bakery");
  });

  it("an instance whose stop on destroy was renamed in an interrupted run is not stopped; `destroy` stops it", async () => {
    const { stack, again } = await interruptedRename("DatabaseInstanceStop", stop);
    await expectKept(stack, await again(), "DatabaseInstanceStop");
    expect(sandbox.emulator.log.filter({ method: "POST" })).to.deep.equal([]);
    expect(sandbox.emulator.erp.stops(database)).to.equal(0);
    expect((await stack.destroy()).failed).to.equal(false);
    expect(sandbox.emulator.erp.stops(database)).to.equal(1);
  });

  it("one group under two names is an error of the preview that names both; a rename is none", async () => {
    const stack = await sandbox.stack("twice", async () => {
      group("first", "twice");
      group("second", "TWICE");
    });
    const urn = (name: string) => `urn:pulumi:twice::sandbox::${protocol.typeOf("ContainerGroup")}::${name}`;
    for (const outcome of [await stack.preview(), await stack.up()]) {
      expect(outcome.failed).to.equal(true);
      expect(outcome.text).to.match(
        /declared twice in this program: as \S+ and as \S+\. Remove one of them, or correct its name or id\./,
      );
      for (const name of ["first", "second"]) expect(outcome.text).to.include(urn(name));
    }
    expect(sandbox.emulator.containerGroups.effects(groupId("twice")).creates).to.be.at.most(1);
    for (const name of ["one", "other"]) {
      const outcome = await stack.up(async () => void group(name, "twice"));
      expect(outcome.failed, outcome.text).to.equal(false);
    }
    expect(sandbox.emulator.containerGroups.effects(groupId("twice")).deletes).to.equal(0);
  });

  it("so is one group under two names with two providers", async () => {
    const stack = await sandbox.stack("providers", async () => {
      for (const name of ["first", "second"])
        group(name, "shared", { provider: new sandbox.vendorcloud.Provider(`of-${name}`) });
    });
    for (const outcome of [await stack.preview(), await stack.up()]) {
      expect(outcome.failed).to.equal(true);
      expect(outcome.text).to.include("declared twice in this program");
      for (const name of ["first", "second"]) expect(outcome.text).to.include(`ContainerGroup::${name}`);
    }
    expect(sandbox.emulator.containerGroups.effects(groupId("shared")).creates).to.be.at.most(1);
  });

  it("two resources with other fields of one record are no duplicates: removing one puts its own back", async () => {
    const stored = () => sandbox.emulator.business.get("customers", customerId)?.fields ?? {};
    const { website } = stored();
    const phone = () =>
      void new sandbox.vendorcloud.Customer("phone", {
        customerId,
        phoneNumber: "+44 1",
        onDestroy: "restore",
      });
    const stack = await sandbox.stack("fields", async () => {
      phone();
      new sandbox.vendorcloud.Customer("site", {
        customerId,
        website: "https://fields.example",
        phoneNumber: undefined,
        onDestroy: "restore",
      });
    });
    expect((await stack.up()).failed).to.equal(false);
    const outcome = await stack.up(async () => phone());
    expect(outcome.failed, outcome.text).to.equal(false);
    expect([stored().phoneNumber, stored().website ?? ""]).to.deep.equal(["+44 1", website ?? ""]);
  });
});
