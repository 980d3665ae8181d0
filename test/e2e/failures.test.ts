import { expect } from "chai";
import { after, before, beforeEach, describe, it } from "mocha";
import type { ContainerGroupArgs } from "pulumi-vendorcloud";
import { freePort } from "../support/freePort.js";
import { overBothProtocols } from "../support/programProtocols.js";
import { groupId, type Sandbox } from "../support/sandbox.js";
import type { Outcome, TestStack } from "../support/testStack.js";

/** Errors quote the service, and the next run completes the operation: nothing is lost, nothing is done twice. */
overBothProtocols("e2e: failure and recovery", (protocol) => {
  const resources = { requests: { cpu: 1, memoryInGB: 1 } };
  const container = { name: "web", image: "nginx:1", resources };
  const program =
    (name: string, change: Partial<ContainerGroupArgs> = {}) =>
    async () =>
      void new sandbox.vendorcloud.ContainerGroup(name, {
        resourceGroupName: "demo",
        containerGroupName: name,
        osType: "Linux",
        containers: [container],
        ...change,
      });

  let sandbox: Sandbox;

  before(async () => {
    sandbox = await protocol.open();
  });
  beforeEach(() => {
    sandbox.emulator.faults.clear();
    sandbox.emulator.log.clear();
  });
  after(() => sandbox.close());

  /** One stack: a command costs as much for one group as for all. */
  describe("groups with one fault each", () => {
    const groups = ["refused", "failing", "kept", "undeletable"];
    const all =
      (changes: Record<string, Partial<ContainerGroupArgs>> = {}) =>
      async () => {
        for (const name of groups) await program(name, changes[name])();
      };
    const stateOf = async (stack: TestStack) => {
      const { resources } = JSON.parse(await stack.state()).checkpoint.latest;
      return (name: string): { id: string; outputs: Record<string, unknown> } | undefined =>
        resources.find(({ urn }: { urn: string }) => urn.endsWith(`ContainerGroup::${name}`));
    };
    const put = (name: string) => ({ method: "PUT", path: groupId(name) });
    const error = (code: string, message: string) => ({ body: { error: { code, message } } });

    let stack: TestStack;
    let [first, second, next]: Outcome[] = [];
    let [created, updated]: Awaited<ReturnType<typeof stateOf>>[] = [];

    before(async () => {
      const { faults } = sandbox.emulator;
      const invalid = { code: "InvalidImageName", message: "No.", target: "properties.containers[0]" };
      const details = [{ code: "InvalidImageName", message: "The registry is unknown." }];
      const refused = { status: 400, body: { error: { ...invalid, details } } };
      faults.add({ match: put("refused"), fault: refused });
      faults.add({ match: put("failing"), fault: { provisioning: "Failed" } });
      stack = await sandbox.stack("many", all());
      first = await stack.up(undefined, { continueOnError: true });
      created = await stateOf(stack);

      faults.clear();
      const refusal = { status: 400, ...error("InvalidContainerGroupUpdate", "No.") };
      faults.add({ match: put("kept"), fault: refusal });
      const changed = all({ kept: { containers: [{ ...container, image: "nginx:2" }] } });
      second = await stack.up(changed, { continueOnError: true });
      updated = await stateOf(stack);
      next = await stack.preview(changed);
    });

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

  it("a wait for another attempt is a progress message, and not repeated at the end", async () => {
    const env = { VENDORCLOUD_RETRY_BASE_DELAY_MS: "1000", VENDORCLOUD_RETRY_MAX_ATTEMPTS: "2" };
    const throttled = await sandbox.stack("throttled", program("throttled"), env);
    const error = { code: "TooManyRequests", message: "Wait." };
    const fault = { status: 429, body: { error }, retryAfter: 1 };
    sandbox.emulator.faults.add({ match: { method: "PUT" }, fault });
    expect((await throttled.up()).text).to.match(
      /^retrying in 1 s: 429 Too Many Requests \(TooManyRequests\)$/m,
    );

    const address = `http://127.0.0.1:${await freePort()}`;
    const { stack } = await sandbox.stack("unreachable", program("unreachable"), {
      ...env,
      VENDORCLOUD_RESOURCE_MANAGER_URL: address,
    });
    let text = "";
    await stack.up({ color: "never", onOutput: (part) => (text += part) }).catch(() => undefined);
    const [rows, summary] = text.split("Diagnostics:");
    expect(rows).to.match(/unreachable .*retrying in [12] s: connection refused \(ECONNREFUSED\)/);
    expect(summary).to.include("create failed: GET http://127.0.0.1").and.not.to.include("retrying");
  });
});
