import type { CustomResourceOptions } from "@pulumi/pulumi";
import { expect } from "chai";
import { after, before, beforeEach, describe, it } from "mocha";
import type { ContainerGroup } from "pulumi-vendorcloud";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { succeeded } from "../support/command.js";
import { overBothProtocols } from "../support/programProtocols.js";
import { groupId, type Sandbox, SUBSCRIPTION } from "../support/sandbox.js";
import type { Outcome, TestStack } from "../support/testStack.js";
import { groupArgs } from "./groups.js";

/** Resources renamed without an alias, in runs that end between the create of the new name and the delete of the old. */
overBothProtocols("e2e: renames and duplicates", (protocol) => {
  const group = (
    name: string,
    containerGroupName: string,
    options: CustomResourceOptions = {},
    tags?: Record<string, string>,
  ) => new sandbox.vendorcloud.ContainerGroup(name, groupArgs(containerGroupName, { tags }), options);
  /** An explicit provider: its resources are in another process than all others. */
  const provider = (name: string) => new sandbox.vendorcloud.Provider(name);
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

  describe("in a run that fails before the earlier names are deleted", () => {
    let again: Outcome;
    /** The methods of the next run's requests. */
    let methods: string[];
    /** Names in the state of the resources of a type. */
    let names: { interrupted: string[]; completed: string[] };
    /** What was undone by the next run, and by `destroy`. */
    let undone: { byNextRun: object; byDestroy: object };

    before(async () => {
      const declare = (name: string) => [
        group(name, "shop"),
        group(`${name}-elsewhere`, "moved", { provider: provider("elsewhere") }),
        customer(name),
        stop(name),
      ];
      const renamed = async () => {
        group("later", "later", { dependsOn: declare("renamed") as ContainerGroup[] });
      };
      const stack = await sandbox.stack("renamed", async () => void declare("earlier"));
      const namesIn = async (): Promise<string[]> => {
        const { checkpoint } = JSON.parse(await stack.state());
        return checkpoint.latest.resources
          .map(({ urn }: { urn: string }) => urn.split(/::|:/).slice(-2).join(" "))
          .sort();
      };
      const effects = () => ({
        deletes: ["shop", "moved"].map(
          (name) => sandbox.emulator.containerGroups.effects(groupId(name)).deletes,
        ),
        displayName: sandbox.emulator.business.get("customers", customerId)?.fields.displayName,
        stops: sandbox.emulator.erp.stops(database),
      });
      succeeded(await stack.up());
      const error = { code: "NotNow", message: "Not now." };
      const match = { method: "PUT", path: groupId("later") };
      sandbox.emulator.faults.add({ match, times: "always", fault: { status: 400, body: { error } } });
      const interrupted = await stack.up(renamed);
      expect(interrupted.failed, interrupted.text).to.equal(true);
      const afterInterruption = await namesIn();

      sandbox.emulator.faults.clear();
      sandbox.emulator.log.clear();
      again = await stack.up(renamed);
      methods = sandbox.emulator.log.filter().map(({ method }) => method);
      names = { interrupted: afterInterruption, completed: await namesIn() };
      const byNextRun = effects();
      succeeded(await stack.destroy());
      undone = { byNextRun, byDestroy: effects() };
    });

    it("both names are in the state, and the next run removes the earlier ones with a message that nothing is undone", () => {
      const renamed = [
        "ContainerGroup renamed",
        "ContainerGroup renamed-elsewhere",
        "Customer renamed",
        "DatabaseInstanceStop renamed",
      ];
      const earlier = renamed.map((name) => name.replace("renamed", "earlier"));
      expect(names.interrupted).to.include.members([...earlier, ...renamed]);
      expect(names.completed).to.include.members(renamed).and.not.include.any.members(earlier);
      expect(again.failed, again.text).to.equal(false);
      expect(again.operations).to.include({ create: 1, delete: 4 });
      const warning =
        /: left unchanged, because the program declares this as urn:pulumi:\S+:(\w+)::(\S+)\. /g;
      const kept = [...again.text.matchAll(warning)].map(([, type, name]) => `${type} ${name}`);
      expect(new Set(kept)).to.have.keys(renamed);
    });

    it("the next run deletes no group, restores no record and stops no instance", () => {
      expect(methods).not.to.include.any.members(["DELETE", "PATCH", "POST"]);
      expect(undone.byNextRun).to.deep.equal({ deletes: [0, 0], displayName: "Renamed Bakery", stops: 0 });
    });

    it("`destroy` deletes the groups and stops the instance", () => {
      expect(undone.byDestroy).to.deep.include({ deletes: [1, 1], stops: 1 });
    });
  });

  describe("in a forced replacement", () => {
    const id = seedId("customers", 9);
    const phone = () => sandbox.emulator.business.get("customers", id)?.fields.phoneNumber;
    const quotes = () => sandbox.emulator.business.list("salesQuotes").map(({ id }) => id);
    const triggered = (replacementTrigger: number, deleteBeforeReplace: boolean) => async () => {
      const options = { replacementTrigger, deleteBeforeReplace };
      group("triggered", "triggered", options);
      const salesQuoteLines = [{ itemId: seedId("items", 1), quantity: 1 }];
      new sandbox.vendorcloud.SalesQuote("triggered", { customerId: id, salesQuoteLines }, options);
      const args = { customerId: id, phoneNumber: "+44 9", onDestroy: "restore" } as const;
      new sandbox.vendorcloud.Customer("triggered", args, options);
    };
    let original: unknown;
    let stack: TestStack;
    before(async () => {
      original = phone();
      stack = await sandbox.stack("triggered", triggered(1, false));
      succeeded(await stack.up());
    });

    it("an object is replaced with `deleteBeforeReplace`, and the original values of a record are kept", async () => {
      const before = quotes();
      const replaced = await stack.up(triggered(2, true));
      expect(replaced.operations, replaced.text).to.deep.equal({ replace: 3 });
      expect(replaced.text).not.to.include("left unchanged");
      expect(sandbox.emulator.containerGroups.effects(groupId("triggered")).deletes).to.equal(1);
      expect(quotes()).to.have.length(1).and.not.include.any.members(before);
      await stack.destroy();
      expect(phone()).to.equal(original);
    });

    it("without this option it is kept, with a warning, which for a record says that its original value is lost", async () => {
      await stack.up(triggered(2, false));
      const before = quotes();
      const kept = await stack.up(triggered(3, false));
      expect(kept.operations, kept.text).to.deep.equal({ replace: 3 });
      const lost = "A later destroy does not restore original values. ";
      for (const [type, more] of Object.entries({ ContainerGroup: "", SalesQuote: "", Customer: lost })) {
        const urn = `urn:pulumi:triggered::sandbox::${protocol.typeOf(type)}::triggered`;
        const whatToDo = `To replace it, run \`pulumi destroy --target '${urn}'\`, then \`pulumi up\`. The resource option`;
        expect(kept.text).to.include(
          `the program declares this as ${urn}. ${more}${whatToDo} \`deleteBeforeReplace`,
        );
      }
      expect(quotes()).to.deep.equal(before);
    });

    it("without this option a replacement that also changes a group fails, and nothing is sent", async () => {
      const changed = async () => {
        group("triggered", "triggered", { replacementTrigger: 4 }, { team: "blue" });
      };
      const before = sandbox.emulator.containerGroups.effects(groupId("triggered"));
      const refused = await stack.up(changed);
      expect(refused.failed, refused.text).to.equal(true);
      expect(refused.text).to.include("already exists and differs from the program: tags");
      expect(sandbox.emulator.containerGroups.effects(groupId("triggered"))).to.deep.equal(before);
    });
  });

  it("a group that changes its name and its provider is kept with an alias, and deleted without one", async () => {
    const effects = () => sandbox.emulator.containerGroups.effects(groupId("moving"));
    const declared = (name: string, providerName: string, aliases?: { name: string }[]) => async () =>
      void group(name, "moving", { provider: provider(providerName), ...(aliases && { aliases }) });
    const stack = await sandbox.stack("moving", declared("earlier", "eu"));
    for (const [program, operations, deletes] of [
      [declared("earlier", "eu"), { create: 1 }, 0],
      [declared("renamed", "us", [{ name: "earlier" }]), { same: 1 }, 0],
      [declared("moved", "eu"), { create: 1, delete: 1 }, 1],
    ] as const) {
      const outcome = succeeded(await stack.up(program));
      expect(outcome.operations).to.deep.equal(operations);
      expect(effects().deletes).to.equal(deletes);
    }
    const refresh = await stack.refresh();
    expect(refresh.text).to.match(/ContainerGroup: \(delete\)/);
    const again = await stack.up(declared("moved", "eu"));
    expect(again.operations).to.deep.equal({ create: 1, same: 1 });
    expect(effects().deletes).to.equal(1);
  });
});
