import { expect } from "chai";
import { after, before, it } from "mocha";
import type { types } from "pulumi-vendorcloud";
import { succeeded } from "../support/command.js";
import { overBothProtocols } from "../support/programProtocols.js";
import { groupId, type Sandbox, SUBSCRIPTION } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";

/** Each step goes on from the one before. */
overBothProtocols("e2e: a group from a profile and a standby pool", function (protocol) {
  this.timeout(120_000);

  const at = `/subscriptions/${SUBSCRIPTION}/resourceGroups/demo/providers`;
  const id = `${at}/Microsoft.ContainerInstance/containerGroupProfiles/web`;
  const standbyPoolProfile = { id: `${at}/Microsoft.StandbyPool/standbyContainerGroupPools/web` };
  let sandbox: Sandbox;
  let stack: TestStack;
  const program =
    (change: Partial<types.ContainerGroupArgs> = {}) =>
    async () => {
      new sandbox.vendorcloud.ContainerGroup("web", {
        ...{ resourceGroupName: "demo", containerGroupName: "web", location: "westus" },
        containers: [{ name: "web" }],
        containerGroupProfile: { id, revision: 1 },
        standbyPoolProfile,
        ...change,
      });
    };
  const stored = () => sandbox.emulator.containerGroups.get(groupId("web"))?.properties;

  before(async () => {
    sandbox = await protocol.open({ profile: "azure" }, { VENDORCLOUD_PROFILE: "azure" });
    stack = await sandbox.stack("profile", program());
  });
  after(() => sandbox.close());

  it("sends no field that the profile sets, and has its operating system as an output", async () => {
    expect(succeeded(await stack.up()).operations).to.deep.equal({ create: 1 });
    const [put] = sandbox.emulator.log.filter({ method: "PUT" });
    // The log has the documents' names.
    expect(put?.body).to.have.deep.property("properties", {
      containers: [{ name: "web", properties: {} }],
      containerGroupProfile: { id: id.replace("Microsoft", "Vendor"), revision: 1 },
      standbyPoolProfile,
    });
    expect((await stack.resource("ContainerGroup"))?.outputs.osType).to.equal("Linux");
  });

  it("shows no difference afterwards, nor after a refresh", async () => {
    const outcome = await stack.preview();
    expect([outcome.operations, outcome.requests]).to.deep.equal([{ same: 1 }, 0]);
    expect((await stack.refresh()).text).to.match(/unchanged/);
    expect((await stack.preview()).operations).to.deep.equal({ same: 1 });
  });

  it("gets another revision in place", async () => {
    const outcome = succeeded(await stack.up(program({ containerGroupProfile: { id, revision: 2 } })));
    expect(outcome.operations).to.deep.equal({ update: 1 });
    expect(outcome.text).to.match(/revision *: 1 => 2/);
    expect(stored()?.containerGroupProfile?.revision).to.equal(2);
  });

  it("needs the fields without a profile, and a newer version with one", async () => {
    const without = await stack.preview(
      program({ containerGroupProfile: undefined, standbyPoolProfile: undefined }),
    );
    expect(without.failed).to.equal(true);
    for (const field of ["osType", "containers[web].image", "containers[web].resources"])
      expect(without.text).to.include(`${field}: required`);
    const older = await sandbox.stack("older", program(), {
      VENDORCLOUD_CONTAINER_GROUPS_API_VERSION: "2023-05-01",
    });
    expect((await older.preview()).text).to.include(
      "containerGroupProfile: needs API version 2025-09-01 or newer",
    );
  });

  it("is deleted", async () => {
    succeeded(await stack.destroy());
    expect(stored()).to.equal(undefined);
  });
});
