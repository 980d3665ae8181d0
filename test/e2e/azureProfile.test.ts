import { expect } from "chai";
import { after, before, beforeEach, describe, it } from "mocha";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { succeeded } from "../support/command.js";
import { Sandbox, SUBSCRIPTION } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";
import { groupArgs, web } from "./groups.js";

/** The names of the public services: a group, three stops, a customer and its default dimension. Each step goes on from the one before. */
describe("e2e: the profile azure", () => {
  const at = `/subscriptions/${SUBSCRIPTION}/resourceGroups/demo/providers`;
  const group = `${at}/Microsoft.ContainerInstance/containerGroups/web`;
  const system = `${at}/Microsoft.Workloads/sapVirtualInstances/X00`;
  const database = `${system}/databaseInstances/db0`;
  const central = `${system}/centralInstances/cs0`;
  const other = system.replace("X00", "Y00");
  const put = (id: string) =>
    sandbox.emulator.erp.put(id.replace("Microsoft", "Vendor").replace("sap", "erp"));

  let sandbox: Sandbox;
  let stack: TestStack;
  const program =
    (displayName: string, withAll = true) =>
    async () => {
      const { ContainerGroup, Customer, DefaultDimension } = sandbox.vendorcloud;
      const { CentralServerInstanceStop, DatabaseInstanceStop, VirtualInstanceStop } = sandbox.vendorcloud;
      const storageAccountKey = "canary-file-key";
      const cloudFile = { shareName: "data", storageAccountName: "files", storageAccountKey };
      const containers = [
        { ...web, image: "acme/cloudfile:1", volumeMounts: [{ name: "data", mountPath: "/data" }] },
      ];
      const volumes = [{ name: "data", cloudFile }];
      new ContainerGroup("web", groupArgs("web", { location: "westus", containers, volumes }));
      const erp = { resourceGroupName: "demo", erpVirtualInstanceName: "X00" };
      new DatabaseInstanceStop("night", { ...erp, databaseInstanceName: "db0", deallocateVm: true });
      if (withAll) new CentralServerInstanceStop("central", { ...erp, centralInstanceName: "cs0" });
      if (withAll) new VirtualInstanceStop("system", { ...erp, erpVirtualInstanceName: "Y00" });
      const customer = new Customer("customer", { customerId: seedId("customers", 1), displayName });
      new DefaultDimension("dimension", {
        parentType: "customers",
        parentId: customer.id,
        dimensionId: String(dimension()?.fields.dimensionId),
        postingValidation: "No Code",
      });
    };
  const dimension = () =>
    sandbox.emulator.business
      .list("defaultDimensions")
      .find(({ fields }) => fields.parentId === seedId("customers", 1));
  const paths = () => sandbox.emulator.log.filter().map(({ headers: _, ...entry }) => JSON.stringify(entry));

  before(async () => {
    sandbox = await Sandbox.open(
      { seed: "demo", profile: "azure" },
      { VENDORCLOUD_PROFILE: "azure", VENDORCLOUD_BUSINESS_URL: undefined },
    );
    for (const id of [database, central, other, `${other}/applicationInstances/app0`]) put(id);
    put(`${other}/databaseInstances/db0`);
    stack = await sandbox.stack("azure", program("Azure"));
    // The emulator refuses requests outside of an environment.
    const value = `${sandbox.emulator.url}/v2.0/contoso.example/Production`;
    await stack.stack.setConfig("vendorcloud:businessUrl", { value });
  });
  beforeEach(() => sandbox.emulator.log.clear());
  after(() => sandbox.close());

  it("creates a group, stops an instance and updates a customer", async () => {
    const outcome = succeeded(await stack.up());
    expect(outcome.operations).to.deep.equal({ create: 6 });
    expect((await stack.resource("ContainerGroup"))?.id).to.equal(group);
    for (const [type, id] of [
      ["DatabaseInstanceStop", database],
      ["CentralServerInstanceStop", central],
      ["VirtualInstanceStop", other],
    ] as const) {
      const stop = await stack.resource(type);
      expect([stop?.id, stop?.outputs.status]).to.deep.equal([id, "Succeeded"]);
    }
    expect(
      sandbox.emulator.erp
        .list()
        .filter(({ id }) => id.includes("/resourceGroups/demo/"))
        .map(({ name, properties }) => [name, properties.status]),
    ).to.deep.equal([...["db0", "cs0", "Y00", "app0"].map((name) => [name, "Offline"]), ["db0", "Running"]]);
    expect(paths().some((entry) => entry.includes("cloudFile"))).to.equal(true);
    expect(paths().filter((entry) => entry.includes('"body":{"deallocateVm":true}'))).to.have.length(1);
    expect(await stack.state()).not.to.include("canary-file-key");
    const [patch] = sandbox.emulator.log.filter(
      ({ method, path }) => method === "PATCH" && path.includes("defaultDimensions"),
    );
    expect(patch?.path).to.include("/api/v2.0/").and.include(`/defaultDimensions(${dimension()?.id})`);
    expect(patch?.headers["if-match"]).to.be.a("string");
  });

  it("shows no difference afterwards, nor after a refresh, and updates what differs", async () => {
    expect((await stack.preview()).operations).to.deep.equal({ same: 6 });
    expect((await stack.refresh()).text).to.match(/7 unchanged/);
    const outcome = await stack.up(program("Azure again"));
    expect(outcome.operations, outcome.text).to.deep.equal({ update: 1, same: 5 });
  });

  it("reads the parts of the ids of a central server and a virtual instance without a request", async () => {
    const read = await sandbox.stack("read", async () => {
      const { CentralServerInstanceStop, VirtualInstanceStop } = sandbox.vendorcloud;
      return {
        central: CentralServerInstanceStop.get("central", central).centralInstanceName,
        system: VirtualInstanceStop.get("system", other).erpVirtualInstanceName,
      };
    });
    succeeded(await read.up());
    expect(await read.outputs()).to.deep.equal({ central: "cs0", system: "Y00" });
    expect(paths()).to.deep.equal([]);
  });

  it("refuses another profile for these resources in a preview", async () => {
    // The check of a central server would fail first.
    const other = await sandbox.stack("azure", program("Vendor", false), {
      VENDORCLOUD_PROFILE: "vendor",
    });
    const outcome = await other.preview();
    expect(outcome.failed, outcome.text).to.equal(true);
    expect(outcome.text).to.include(
      "was created with the profile `azure`, but `vendorcloud:profile` is `vendor`. Nothing was changed.",
    );
  });

  it("deletes the group", async () => {
    succeeded(await stack.destroy());
    expect(sandbox.emulator.containerGroups.list().map(({ name }) => name)).to.deep.equal(["legacy-web"]);
  });
});
