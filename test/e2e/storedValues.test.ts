import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import type { ItemArgs } from "pulumi-vendorcloud";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { groupId, Sandbox } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";

const STORED_DIFFERENTLY = "the service stored a different value than the one sent:";

/** Changed properties as a person reads them. */
function changedLines(text: string): string[] {
  const lines = text.split("\n").filter((line) => /^ {6,}[~+-] [\w."[\]]+ *: [^[{]/.test(line));
  return lines.map((line) => line.trim().replace(/ +:/, ":")).sort();
}

describe("e2e: values that a service stores in place of those sent", function () {
  this.timeout(120_000);

  const itemId = seedId("items", 3);
  const customerId = seedId("customers", 7);
  const [unit, otherUnit] = [seedId("unitsOfMeasure", 1), seedId("unitsOfMeasure", 2)];
  let sandbox: Sandbox;
  let stack: TestStack;

  const program =
    (
      dnsNameLabel = "shop-1",
      {
        phoneNumber = "+1" as string | undefined,
        ...change
      }: Partial<ItemArgs> & { phoneNumber?: string } = {},
    ) =>
    async () => {
      new sandbox.vendorcloud.ContainerGroup("web", {
        resourceGroupName: "demo",
        containerGroupName: "web",
        location: "westus",
        osType: "Linux",
        containers: [
          {
            name: "web",
            image: "nginx",
            ports: [{ port: 80 }],
            resources: { requests: { cpu: 1, memoryInGB: 1 } },
          },
        ],
        ipAddress: { type: "Public", ports: [{ port: 80 }], dnsNameLabel },
      });
      new sandbox.vendorcloud.Item("lamp", {
        itemId,
        baseUnitOfMeasureId: unit,
        unitPrice: 1.239,
        ...change,
      } as ItemArgs);
      new sandbox.vendorcloud.Customer("bakery", {
        customerId,
        ...(phoneNumber && { phoneNumber }),
        website: "https://bakery.example",
        additionalFields: { salespersonCode: "ZZ" },
        onDestroy: "restore",
      });
    };
  const customer = () => sandbox.emulator.business.get("customers", customerId)?.fields ?? {};
  const store = (method: string, path: string, values: Record<string, unknown>) =>
    sandbox.emulator.faults.add({
      match: { method, path, inBatch: method === "PATCH" },
      fault: { store: values },
    });

  before(async () => {
    sandbox = await Sandbox.open({
      seed: "demo",
      decimalPlaces: 2,
      nullValues: true,
    });
    sandbox.emulator.business.change("items", itemId, { baseUnitOfMeasureId: otherUnit });
    sandbox.emulator.business.change("customers", customerId, { website: "", salespersonCode: "" });
    stack = await sandbox.stack("stored", program());
  });
  after(() => sandbox.close());

  it("are named by a warning when a resource is created, except a rounded number", async () => {
    store("PUT", "containerGroups/web", { properties: { ipAddress: { dnsNameLabel: "other" } } });
    store("PATCH", "items(", { baseUnitOfMeasureId: otherUnit });
    const outcome = await stack.up();
    expect(outcome.failed, outcome.text).to.equal(false);
    expect(outcome.text).to.include(`ContainerGroup 'web': ${STORED_DIFFERENTLY} ipAddress.dnsNameLabel.`);
    expect(outcome.text).to.include(`Item 'lamp': ${STORED_DIFFERENTLY} baseUnitOfMeasureId.`);
    expect(outcome.text.split(STORED_DIFFERENTLY)).to.have.length(3);
    expect(sandbox.emulator.business.get("items", itemId)?.fields.unitPrice).to.equal(1.24);
  });

  it("are drift in the next refresh, and sent again", async () => {
    const refresh = await stack.refresh();
    expect(changedLines(refresh.text)).to.deep.equal([
      `~ baseUnitOfMeasureId: "${unit}" => "${otherUnit}"`,
      '~ dnsNameLabel: "shop-1" => "other"',
    ]);
    const outcome = await stack.up();
    expect(outcome.operations).to.deep.equal({ same: 1, update: 2 });
    expect(outcome.text).not.to.include(STORED_DIFFERENTLY);
    expect(sandbox.emulator.business.get("items", itemId)?.fields.baseUnitOfMeasureId).to.equal(unit);
    expect((await stack.preview()).operations).to.deep.equal({ same: 3 });
  });

  it("are named when a resource is updated and the service keeps the old value", async () => {
    store("PUT", "containerGroups/web", { properties: { ipAddress: { dnsNameLabel: "shop-1" } } });
    store("PATCH", "items(", { type: null });
    const outcome = await stack.up(program("shop-2", { type: "Service" }));
    expect(outcome.failed, outcome.text).to.equal(false);
    expect(outcome.text).to.include(`ContainerGroup 'web': ${STORED_DIFFERENTLY} ipAddress.dnsNameLabel.`);
    expect(outcome.text).to.include(`Item 'lamp': ${STORED_DIFFERENTLY} type.`);
    await stack.refresh();
    expect((await stack.up(program("shop-2", { type: "Service" }))).operations).to.include({ update: 2 });
    expect(sandbox.emulator.containerGroups.get(groupId("web"))).to.have.nested.property(
      "properties.ipAddress.dnsNameLabel",
      "shop-2",
    );
  });

  it("are drift if another client has emptied a field, and are not overwritten unseen", async () => {
    sandbox.emulator.business.change("customers", customerId, { phoneNumber: "", salespersonCode: "" });
    const refused = await stack.up(program("shop-2", { type: "Service", phoneNumber: "+11" }));
    expect(refused.text).to.include("phoneNumber changed in the meantime");
    const refresh = await stack.refresh();
    expect(changedLines(refresh.text)).to.deep.equal(['- phoneNumber: "+1"', '- salespersonCode: "ZZ"']);
    const up = await stack.up(program("shop-2", { type: "Service", phoneNumber: "+11" }));
    expect(up.failed, up.text).to.equal(false);
    expect(customer()).to.include({ phoneNumber: "+11", salespersonCode: "ZZ" });
  });

  it("are restored to null if a field was empty", async () => {
    expect(customer().website).to.equal("https://bakery.example");
    await stack.destroy();
    const [{ body } = { body: undefined }] = sandbox.emulator.log.filter({ method: "PATCH" }).slice(-1);
    expect(body).to.include({ website: null, salespersonCode: null });
    expect(customer()).to.include({ website: "", salespersonCode: "" });
  });
});
