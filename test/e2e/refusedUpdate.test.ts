import { expect } from "chai";
import { after, before, it } from "mocha";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { succeeded } from "../support/command.js";
import { overBothProtocols } from "../support/programProtocols.js";
import { groupId, type Sandbox } from "../support/sandbox.js";

/** A change that the service does not make in place, of a group that another resource depends on. */
overBothProtocols("e2e: a refused update in place", (protocol) => {
  const customerId = seedId("customers", 7);
  let sandbox: Sandbox;
  const program = (sku: "Standard" | "Dedicated", deleteBeforeReplace: boolean) => async () => {
    const { ContainerGroup, Customer } = sandbox.vendorcloud;
    const containers = [
      { name: "web", image: "nginx:1", resources: { requests: { cpu: 1, memoryInGB: 1 } } },
    ];
    const args = {
      resourceGroupName: "demo",
      containerGroupName: "app",
      osType: "Linux" as const,
      sku,
      containers,
    };
    const group = new ContainerGroup("app", args, { deleteBeforeReplace });
    const website = group.provisioningState.apply((state) => `https://shop.example/${state}`);
    new Customer("reader", { customerId, website, onDestroy: "restore" });
  };

  before(async () => {
    sandbox = await protocol.open({ seed: "demo" });
  });
  after(() => sandbox.close());

  it("ends with an option and a command that replace the group", async () => {
    const { faults, containerGroups, business } = sandbox.emulator;
    const stack = await sandbox.stack("refused", program("Standard", false));
    succeeded(await stack.up());
    const error = { code: "InvalidContainerGroupUpdate", message: "The updates are not supported." };
    const match = { method: "PUT", path: groupId("app") };
    faults.add({ match, fault: { status: 400, body: { error } } });
    const refused = await stack.up(program("Dedicated", false));
    expect(refused.failed).to.equal(true);

    const said =
      /set the resource option `deleteBeforeReplace: true`, then run `pulumi up --replace '(\S+)'`/;
    const [, urn = ""] = said.exec(refused.text) ?? [];
    succeeded(await stack.up(program("Dedicated", true), { replace: [urn] }));
    expect(containerGroups.effects(groupId("app"))).to.deep.equal({ creates: 2, updates: 0, deletes: 1 });
    expect(containerGroups.get(groupId("app"))?.properties.sku).to.equal("Dedicated");
    expect(business.get("customers", customerId)?.fields.website).to.equal("https://shop.example/Succeeded");
    expect((await stack.preview(program("Dedicated", true))).operations).to.deep.equal({ same: 2 });
  });
});
