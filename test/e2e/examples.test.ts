import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { Example, TRANSPILED } from "../support/example.js";
import { ROOT, Sandbox, SUBSCRIPTION } from "../support/sandbox.js";

/** The programs that people copy: brought up, looked at, and destroyed. `npm run demo` does it with the container group. */
describe("e2e: examples", function () {
  this.timeout(180_000);

  let sandbox: Sandbox;
  before(async () => {
    sandbox = await Sandbox.open({ provisioningPolls: 1, seed: "demo" }, TRANSPILED);
  });
  after(() => sandbox.close());

  it("examples/business-records, which leaves every record as it was", async () => {
    const records = () =>
      (["customers", "items", "projects", "defaultDimensions", "salesQuotes"] as const).map((collection) =>
        sandbox.emulator.business
          .list(collection)
          .map(({ fields: { lastModifiedDateTime, ...fields } }) => fields),
      );
    const before = records();
    const example = await Example.open(sandbox, "examples/business-records");
    await example.settles({
      resources: 5,
      outputs: { customerName: /\w/, quoteNumber: /\w/, projectNumber: /\w/ },
    });
    await example.destroy();
    expect(records()).to.deep.equal(before);
  });

  it("examples/erp-nightly-stop", async () => {
    const system = `/subscriptions/${SUBSCRIPTION}/resourceGroups/erp-demo/providers/Vendor.Workloads/erpVirtualInstances/X00`;
    const instances = ["applicationInstances/app0", "applicationInstances/app1", "databaseInstances/db0"].map(
      (name) => `${system}/${name}`,
    );
    for (const id of instances) sandbox.emulator.erp.put(id);
    const example = await Example.open(sandbox, "examples/erp-nightly-stop");
    await example.settles({
      resources: 3,
      outputs: { stopped: /^Succeeded$/, since: /^\d{4}-/ },
    });
    await example.destroy();
    for (const id of instances) expect(sandbox.emulator.erp.stops(id)).to.equal(1);
  });

  it("examples/app-offboarding", async () => {
    const members = () => sandbox.emulator.apps.list().map(({ users }) => users.map(({ email }) => email));
    const example = await Example.open(sandbox, "examples/app-offboarding");
    await example.settles({
      resources: 4,
      outputs: { actingUser: /^demo@example.com$/ },
    });
    await example.destroy();
    for (const emails of members()) expect(emails).not.to.include("grace@example.com");
  });

  it("the program of the root's Pulumi.yaml", async () => {
    const example = await Example.open(sandbox, "examples/quickstart", { project: "Pulumi.yaml" });
    await example.settles({ resources: 1, outputs: { address: /^198\./ } });
    await example.destroy();
  });

  it("the root's Pulumi.yaml names that program", () => {
    expect(readFileSync(join(ROOT, "Pulumi.yaml"), "utf8")).to.match(/^main: examples\/quickstart\/$/m);
  });
});
