import { join } from "node:path";
import { expect } from "chai";
import { after, before, beforeEach, describe, it } from "mocha";
import type { FaultRule } from "../../emulator/index.js";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { type CommandResult, run, succeeded } from "../support/command.js";
import { groupId, ROOT, Sandbox } from "../support/sandbox.js";

const customerId = seedId("customers", 7);

/** A group, and a record that is changed after it. */
const program = (name: string, restartPolicy: string, phoneNumber: string): string => `
const { ContainerGroup, Customer } = require("pulumi-vendorcloud");
const resources = { requests: { cpu: 1, memoryInGB: 1 } };
const group = new ContainerGroup("${name}", {
  resourceGroupName: "demo",
  containerGroupName: "${name}",
  osType: "Linux",
  restartPolicy: "${restartPolicy}",
  containers: [{ name: "web", image: "nginx:1", resources }],
});
new Customer("harbour", { customerId: "${customerId}", phoneNumber: "${phoneNumber}" }, { dependsOn: group });
`;

const urnOf = (name: string): string =>
  `urn:pulumi:production::sandbox::pulumi-nodejs:dynamic/vendorcloud:ContainerGroup::${name}`;

const ADVICE = "run preview.sh again, review what it shows, and apply the new plan";

describe("e2e: a plan after a run that failed half-way", function () {
  this.timeout(600_000);

  let sandbox: Sandbox;
  const pulumi = async (...args: string[]) =>
    succeeded(await sandbox.pulumi(...args, "--stack", "production"));
  const preview = () => pulumi("preview", "--save-plan", "plan.json");
  const apply = (): Promise<CommandResult> => {
    const env = sandbox.environment({ STACK: "production" });
    return run(join(ROOT, "docs/pipelines/apply.sh"), ["plan.json"], sandbox.project, env);
  };
  const group = (name: string) => sandbox.emulator.containerGroups.get(groupId(name));
  const phone = () => sandbox.emulator.business.get("customers", customerId)?.fields.phoneNumber;

  /** Applies a plan while a request fails, and says what the same plan leads to. */
  async function failHalfway(rule: FaultRule): Promise<CommandResult> {
    await preview();
    sandbox.emulator.faults.add(rule);
    const half = await apply();
    expect(half.failed).to.equal(true);
    expect(half.text).to.include("apply.sh: not everything was applied").and.to.include(ADVICE);
    sandbox.emulator.log.clear();
    const again = await apply();
    expect(again.failed, again.text).to.equal(true);
    expect(again.text).to.include("apply.sh: nothing was applied").and.to.include(ADVICE);
    expect(sandbox.emulator.log.count()).to.equal(0);
    return again;
  }

  async function completeWithNewPlan(): Promise<void> {
    await preview();
    const { text } = succeeded(await apply());
    expect(text).not.to.include("preview.sh");
  }

  before(async () => {
    sandbox = await Sandbox.open({ seed: "demo" });
    sandbox.write(program("shop", "Always", "+1"));
    await sandbox.newStack("production");
    await pulumi("up", "--yes", "--skip-preview");
  });
  beforeEach(() => sandbox.emulator.faults.clear());
  after(() => sandbox?.close());

  it("is applied again after a refused replacement, because the old group runs again", async () => {
    sandbox.write(program("shop", "OnFailure", "+1"));
    await preview();
    sandbox.emulator.faults.add({ match: { method: "PUT" }, fault: { status: 400 } });
    const half = await apply();
    expect(half.failed).to.equal(true);
    expect(half.text).to.include("the old group was put back");
    expect(group("shop")?.properties.restartPolicy).to.equal("Always");
    succeeded(await apply());
    expect(group("shop")?.properties.restartPolicy).to.equal("OnFailure");
  });

  it("is refused after a replacement whose create failed, and after a complete one; a new plan completes the run", async () => {
    sandbox.write(program("shop", "Never", "+2"));
    // The service refuses the old group, too.
    const failed = await failHalfway({ match: { method: "PUT" }, times: 2, fault: { status: 400 } });
    expect(failed.text).to.include(
      "replace is not allowed by the plan: this resource is constrained to delete-replaced",
    );
    expect(group("shop")).to.equal(undefined);
    // The new plan creates the group, and fails at the record.
    const done = await failHalfway({ match: { method: "PATCH" }, fault: { status: 400 } });
    expect(done.text).to.include(`expected resource operations for ${urnOf("shop")} but none were seen`);
    expect([group("shop")?.properties.restartPolicy, phone()]).to.deep.equal(["Never", "+1"]);
    await completeWithNewPlan();
    expect([group("shop")?.properties.restartPolicy, phone()]).to.deep.equal(["Never", "+2"]);
  });

  it("is refused after a create whose provisioning failed; a new plan completes the run", async () => {
    sandbox.write(program("other", "Always", "+4"));
    const { text } = await failHalfway({ match: { method: "PUT" }, fault: { provisioning: "Failed" } });
    expect(text).to.include("update is not allowed by the plan: this resource is constrained to create");
    await completeWithNewPlan();
    expect([group("other")?.properties.provisioningState, phone()]).to.deep.equal(["Succeeded", "+4"]);
  });
});
