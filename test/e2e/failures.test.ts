import { expect } from "chai";
import { after, before, it } from "mocha";
import type { ContainerGroupArgs } from "pulumi-vendorcloud";
import { overBothProtocols } from "../support/programProtocols.js";
import { groupId, type Sandbox } from "../support/sandbox.js";
import type { Outcome, TestStack } from "../support/testStack.js";
import { groupArgs, web } from "./groups.js";

/** Groups of one stack, with one fault each: errors quote the service, and the next run completes the operation. */
overBothProtocols("e2e: failure and recovery", (protocol) => {
  const program =
    (changes: Record<string, Partial<ContainerGroupArgs>> = {}) =>
    async () => {
      for (const name of ["refused", "failing", "kept", "undeletable"])
        new sandbox.vendorcloud.ContainerGroup(name, groupArgs(name, changes[name]));
    };
  const stateOf = async (stack: TestStack) => {
    const { resources } = JSON.parse(await stack.state()).checkpoint.latest;
    return (name: string): { id: string; outputs: Record<string, unknown> } | undefined =>
      resources.find(({ urn }: { urn: string }) => urn.endsWith(`ContainerGroup::${name}`));
  };
  const put = (name: string) => ({ method: "PUT", path: groupId(name) });

  let sandbox: Sandbox;
  let stack: TestStack;
  let [first, second, next]: Outcome[] = [];
  let [created, updated]: Awaited<ReturnType<typeof stateOf>>[] = [];

  before(async () => {
    sandbox = await protocol.open();
    const { faults } = sandbox.emulator;
    const invalid = { code: "InvalidImageName", message: "No.", target: "properties.containers[0]" };
    const details = [{ code: "InvalidImageName", message: "The registry is unknown." }];
    faults.add({ match: put("refused"), fault: { status: 400, body: { error: { ...invalid, details } } } });
    faults.add({ match: put("failing"), fault: { provisioning: "Failed" } });
    stack = await sandbox.stack("many", program());
    first = await stack.up(undefined, { continueOnError: true });
    created = await stateOf(stack);

    faults.clear();
    const error = { code: "InvalidContainerGroupUpdate", message: "No." };
    faults.add({ match: put("kept"), fault: { status: 400, body: { error } } });
    const changed = program({ kept: { containers: [{ ...web, image: "nginx:2" }] } });
    second = await stack.up(changed, { continueOnError: true });
    updated = await stateOf(stack);
    next = await stack.preview(changed);
  });
  after(() => sandbox.close());

  it("a refused create leaves nothing in the state, and the error has the target and the details of the service", () => {
    expect(first?.failed).to.equal(true);
    expect(first?.text).to.match(/ContainerGroup 'refused': create failed: 400.+?request id: \S+/s);
    expect(first?.text).to.include("target: properties.containers[0]");
    expect(first?.text).to.include("The registry is unknown.");
    expect(created?.("refused")).to.equal(undefined);
    expect(updated?.("refused")?.id).to.equal(groupId("refused"));
  });

  it("a failed provisioning quotes the service; the group stays in the state, and the next run sends it again", () => {
    expect(first?.text).to.match(/ContainerGroup 'failing': create failed: provisioning failed: .+/);
    expect(created?.("failing")?.outputs.provisioningState).to.equal("Failed");
    expect(updated?.("failing")?.outputs.provisioningState).to.equal("Succeeded");
  });

  it("the next run creates missing groups, completes unfinished ones, and leaves the others unchanged", () => {
    // The update of `kept` fails.
    expect(second?.operations).to.deep.equal({ create: 1, update: 1, same: 1 });
    expect(next?.operations).to.deep.equal({ update: 1, same: 3 });
  });

  it("a refused update leaves the group unchanged, and the next preview shows the change again", () => {
    expect(second?.failed).to.equal(true);
    expect(second?.text).to.include(
      "ContainerGroup 'kept': update failed: 400 InvalidContainerGroupUpdate: No.",
    );
    expect(second?.text).to.include("what to do: the service cannot change this in place");
    expect(JSON.stringify(updated?.("kept")?.outputs)).to.include("nginx:1");
    expect(next?.text).to.include('~ image: "nginx:1" => "nginx:2"');
  });

  it("a group that the service cannot delete stays in the state, and the error says how to continue", async () => {
    const match = { method: "DELETE", path: groupId("undeletable") };
    sandbox.emulator.faults.add({ match, fault: { status: 405 } });
    const outcome = await stack.destroy();
    expect(outcome.failed).to.equal(true);
    expect(outcome.text).to.include("retainOnDelete");
    expect((await stateOf(stack))("undeletable")).not.to.equal(undefined);
  });
});
