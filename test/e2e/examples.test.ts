import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { ROOT, Sandbox, SUBSCRIPTION } from "../support/sandbox.js";

/** What a person sees of an example. */
interface Expected {
  /** Resources beside the stack. */
  resources: number;
  outputs: Record<string, RegExp>;
  /** Secrets to configure. */
  config?: Record<string, string>;
}

/** The programs that people copy, through the plain CLI and the language host. */
describe("e2e: examples", function () {
  this.timeout(180_000);

  let sandbox: Sandbox;
  before(async () => {
    sandbox = await Sandbox.open({ provisioningPolls: 1, seed: "demo" });
  });
  after(() => sandbox.close());

  /** The example as it stands, in a project directory that is not the repository's. */
  async function settled(
    program: string,
    project: string,
    { resources, outputs: expected, config = {} }: Expected,
  ): Promise<void> {
    cpSync(join(ROOT, program), sandbox.project, {
      recursive: true,
      filter: (path) => !path.includes("node_modules"),
    });
    const settings = readFileSync(join(ROOT, project), "utf8").replace(/^main:.*\n/m, "");
    writeFileSync(join(sandbox.project, "Pulumi.yaml"), settings);
    await sandbox.pulumi("stack", "init", "example");
    for (const [key, value] of Object.entries(config))
      await sandbox.pulumi("config", "set", "--secret", key, value);

    const up = await sandbox.pulumi("up", "--yes", "--stack", "example");
    expect(up.failed, up.text).to.equal(false);
    expect(up.text).to.match(new RegExp(`Resources:\\n\\s+\\+ ${resources + 1} created`));
    const preview = await sandbox.pulumi("preview", "--expect-no-changes", "--stack", "example");
    expect(preview.failed, preview.text).to.equal(false);
    const refresh = await sandbox.pulumi("refresh", "--yes", "--expect-no-changes", "--stack", "example");
    expect(refresh.failed, refresh.text).to.equal(false);
    const outputs = await sandbox.pulumi("stack", "output", "--json", "--stack", "example");
    const found = JSON.parse(outputs.text);
    for (const [name, pattern] of Object.entries(expected)) expect(found[name]).to.match(pattern);
    for (const secret of Object.values(config)) {
      for (const { text } of [up, preview, refresh, outputs]) expect(text).not.to.include(secret);
    }
    const destroy = await sandbox.pulumi("destroy", "--yes", "--stack", "example", "--remove");
    expect(destroy.failed, destroy.text).to.equal(false);
  }

  it("examples/container-group", async () => {
    const groups = sandbox.emulator.containerGroups.list().map(({ id }) => id);
    await settled("examples/container-group", "examples/container-group/Pulumi.yaml", {
      resources: 1,
      outputs: { address: /^198\./ },
      config: { apiKey: "canary-api-key", storageKey: "canary-storage-key" },
    });
    expect(sandbox.emulator.containerGroups.list().map(({ id }) => id)).to.deep.equal(groups);
  });

  it("examples/business-records, which leaves every record as it was", async () => {
    const records = () =>
      (["customers", "items", "projects", "defaultDimensions", "salesQuotes"] as const).map((collection) =>
        sandbox.emulator.business
          .list(collection)
          .map(({ fields: { lastModifiedDateTime, ...fields } }) => fields),
      );
    const before = records();
    await settled("examples/business-records", "examples/business-records/Pulumi.yaml", {
      resources: 5,
      outputs: { customerName: /\w/, quoteNumber: /\w/, projectNumber: /\w/ },
    });
    expect(records()).to.deep.equal(before);
  });

  it("examples/erp-nightly-stop", async () => {
    const system = `/subscriptions/${SUBSCRIPTION}/resourceGroups/erp-demo/providers/Vendor.Workloads/erpVirtualInstances/X00`;
    const instances = ["applicationInstances/app0", "applicationInstances/app1", "databaseInstances/db0"].map(
      (name) => `${system}/${name}`,
    );
    for (const id of instances) sandbox.emulator.erp.put(id);
    await settled("examples/erp-nightly-stop", "examples/erp-nightly-stop/Pulumi.yaml", {
      resources: 3,
      outputs: { stopped: /^Succeeded$/, since: /^\d{4}-/ },
    });
    for (const id of instances) expect(sandbox.emulator.erp.stops(id)).to.equal(1);
  });

  it("examples/app-offboarding", async () => {
    const members = () => sandbox.emulator.apps.list().map(({ users }) => users.map(({ email }) => email));
    await settled("examples/app-offboarding", "examples/app-offboarding/Pulumi.yaml", {
      resources: 4,
      outputs: { actingUser: /^demo@example.com$/ },
    });
    for (const emails of members()) expect(emails).not.to.include("grace@example.com");
  });

  it("the program of the root's Pulumi.yaml", () =>
    settled("examples/quickstart", "Pulumi.yaml", { resources: 1, outputs: { address: /^198\./ } }));

  it("the root's Pulumi.yaml names that program", () => {
    expect(readFileSync(join(ROOT, "Pulumi.yaml"), "utf8")).to.match(/^main: examples\/quickstart\/$/m);
  });
});
