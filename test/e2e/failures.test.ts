import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect } from "chai";
import { after, before, beforeEach, it } from "mocha";
import type { ContainerGroupArgs } from "pulumi-vendorcloud";
import { freePort } from "../support/freePort.js";
import { overBothProtocols } from "../support/programProtocols.js";
import { groupId, type Sandbox } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";

/** What goes wrong on the way is told in the service's words, and the next run puts it right: nothing lost, nothing twice. */
overBothProtocols("e2e: failure and recovery", function (protocol) {
  this.timeout(180_000);

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
  const stackFor = (name: string): Promise<TestStack> => sandbox.stack(name, program(name));
  const effects = (name: string) => sandbox.emulator.containerGroups.effects(groupId(name));

  before(async () => {
    sandbox = await protocol.open();
  });
  beforeEach(() => {
    sandbox.emulator.faults.clear();
    sandbox.emulator.log.clear();
  });
  after(() => sandbox.close());

  it("a refused create leaves nothing in the state, and says why with target and details", async () => {
    const stack = await stackFor("refused");
    const outcome = await stack.up(program("refused", { containers: [{ name: "web", image: "nginx:1" }] }));
    expect(outcome.failed).to.equal(true);
    expect(outcome.text).to.include("ContainerGroup 'refused': create failed: 400");
    expect(outcome.text).to.include("target: properties.containers[0].properties.resources");
    expect(outcome.text).to.match(/request id: \S+/);
    expect(await stack.resource("ContainerGroup")).to.equal(undefined);
    expect((await stack.up()).operations).to.deep.equal({ create: 1 });
  });

  it("a passing trouble of the service is waited out", async () => {
    const stack = await stackFor("retried");
    for (const status of [503, 429, 500])
      sandbox.emulator.faults.add({ match: { method: "PUT" }, fault: { status } });
    const outcome = await stack.up();
    expect(outcome.failed, outcome.text).to.equal(false);
    expect(effects("retried")).to.deep.equal({ creates: 1, updates: 0, deletes: 0 });
  });

  it("a wait for another attempt shows on the resource's row, and not at the end", async () => {
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

  it("an answer that was lost after the effect makes no second group", async () => {
    const stack = await stackFor("lost");
    sandbox.emulator.faults.add({ match: { method: "PUT" }, fault: { drop: "after" } });
    const outcome = await stack.up();
    expect(outcome.failed, outcome.text).to.equal(false);
    expect(effects("lost").creates).to.equal(1);
  });

  it("a create whose outcome stays unclear keeps the group in the state, and the next run completes it", async () => {
    const stack = await stackFor("unclear");
    sandbox.emulator.faults.add({ match: { method: "PUT" }, times: "always", fault: { drop: "after" } });
    const outcome = await stack.up();
    expect(outcome.failed).to.equal(true);
    expect((await stack.resource("ContainerGroup"))?.id).to.equal(groupId("unclear"));
    sandbox.emulator.faults.clear();
    const again = await stack.up();
    expect(again.operations).to.deep.equal({ update: 1 });
    expect(effects("unclear").creates).to.equal(1);
    expect((await stack.preview()).operations).to.deep.equal({ same: 1 });
  });

  it("a create whose answer was lost and whose retries are refused keeps the group in the state", async () => {
    const stack = await stackFor("refused-later");
    const error = { code: "ContainerGroupTransitioning", message: "Wait." };
    const { faults } = sandbox.emulator;
    faults.add({ match: { method: "PUT" }, fault: { drop: "after" } });
    faults.add({ match: { method: "PUT" }, times: "always", fault: { status: 409, body: { error } } });
    const outcome = await stack.up();
    expect(outcome.failed).to.equal(true);
    expect(outcome.text).to.include("create failed: 409 ContainerGroupTransitioning: Wait.");
    expect((await stack.resource("ContainerGroup"))?.id).to.equal(groupId("refused-later"));
    faults.clear();
    expect((await stack.up()).operations).to.deep.equal({ update: 1 });
    expect(effects("refused-later").creates).to.equal(1);
    expect((await stack.preview()).operations).to.deep.equal({ same: 1 });
  });

  it("a provisioning that fails shows the service's reason; the group stays, and the next run sends it again", async () => {
    const stack = await stackFor("failing");
    sandbox.emulator.faults.add({ match: { method: "PUT" }, fault: { provisioning: "Failed" } });
    const outcome = await stack.up();
    expect(outcome.failed).to.equal(true);
    expect(outcome.text).to.match(/ContainerGroup 'failing': create failed: provisioning failed: .+/);
    const resource = await stack.resource("ContainerGroup");
    expect(resource?.outputs.provisioningState).to.equal("Failed");
    expect((await stack.up()).operations).to.deep.equal({ update: 1 });
    expect((await stack.resource("ContainerGroup"))?.outputs.provisioningState).to.equal("Succeeded");
    expect((await stack.preview()).operations).to.deep.equal({ same: 1 });
  });

  it("a group in a state that nobody knows is waited for by its operation, whose error is told", async () => {
    const stack = await stackFor("unheard-of");
    const fault = { provisioning: "Failed", meanwhile: "Running" };
    sandbox.emulator.faults.add({ match: { method: "PUT" }, fault });
    expect((await stack.up()).text).to.match(
      /create failed: provisioning failed: Failed: There is no capacity/,
    );
    sandbox.emulator.faults.add({ match: { method: "PUT" }, fault: { ...fault, provisioning: "Succeeded" } });
    expect((await stack.up()).operations).to.deep.equal({ update: 1 });
    expect((await stack.resource("ContainerGroup"))?.outputs.provisioningState).to.equal("Succeeded");
  });

  it("a group that failed later is sent again after a refresh has found it so", async () => {
    const stack = await stackFor("broke");
    await stack.up();
    sandbox.emulator.containerGroups.patch(groupId("broke"), { properties: { provisioningState: "Failed" } });
    await stack.refresh();
    const outcome = await stack.up();
    expect(outcome.operations).to.deep.equal({ update: 1 });
    expect(outcome.text).to.include("provisioning ended in state Failed");
    expect((await stack.preview()).operations).to.deep.equal({ same: 1 });
  });

  it("a refused update keeps what the service has, and the next preview shows the change again", async () => {
    const stack = await stackFor("kept");
    await stack.up();
    const change = program("kept", { containers: [{ ...container, image: "nginx:2" }] });
    const error = { code: "InvalidContainerGroupUpdate", message: "No.", target: "properties.containers" };
    sandbox.emulator.faults.add({ match: { method: "PUT" }, fault: { status: 400, body: { error } } });
    const outcome = await stack.up(change);
    expect(outcome.failed).to.equal(true);
    expect(outcome.text).to.include("update failed: 400 InvalidContainerGroupUpdate: No.");
    expect(outcome.text).to.include("what to do: the service cannot change this in place");
    expect(JSON.stringify((await stack.resource("ContainerGroup"))?.outputs)).to.include("nginx:1");
    expect((await stack.preview(change)).text).to.include('~ image: "nginx:1" => "nginx:2"');
    expect((await stack.up(change)).failed).to.equal(false);
  });

  it("answers of any shape end in a clear error", async () => {
    const stack = await stackFor("odd");
    const faults = [
      { html: 502 },
      { empty: 403 },
      { text: "no", status: 400 },
      { truncate: true as const },
      { hugeBytes: 40e6 },
    ];
    for (const fault of faults) {
      sandbox.emulator.faults.clear();
      sandbox.emulator.faults.add({ match: { method: "PUT" }, times: "always", fault });
      const outcome = await stack.up();
      expect(outcome.failed, JSON.stringify(fault)).to.equal(true);
      expect(outcome.text, JSON.stringify(fault)).to.match(
        /ContainerGroup 'odd': (create|update) failed: .+/,
      );
      expect(outcome.text.length).to.be.lessThan(20_000);
    }
  });

  it("a group that the service cannot delete stays in the state, with what to do", async () => {
    const stack = await stackFor("undeletable");
    await stack.up();
    sandbox.emulator.faults.add({ match: { method: "DELETE" }, fault: { status: 405 } });
    const outcome = await stack.destroy();
    expect(outcome.failed).to.equal(true);
    expect(outcome.text).to.include("retainOnDelete");
    expect(await stack.resource("ContainerGroup")).not.to.equal(undefined);
  });

  it("`kill -9` in the middle of a create: the next run takes up the group that the service has", async () => {
    const group =
      '{ resourceGroupName: "demo", containerGroupName: "killed", osType: "Linux", containers: [{ name: "web", image: "nginx:1", resources: { requests: { cpu: 1, memoryInGB: 1 } } }] }';
    sandbox.write(`new (require("pulumi-vendorcloud").ContainerGroup)("killed", ${group});`);
    await sandbox.pulumi("stack", "init", "killed");
    const { faults, containerGroups } = sandbox.emulator;
    faults.add({ match: { method: "PUT" }, fault: { hold: "after" } });

    const cli = spawn("pulumi", ["up", "--yes", "--skip-preview", "--non-interactive", "--stack", "killed"], {
      cwd: sandbox.project,
      env: sandbox.environment(),
      detached: true,
      stdio: "ignore",
    });
    await faults.holds.wait();
    process.kill(-(cli.pid as number), "SIGKILL");
    await once(cli, "exit");
    await faults.holds.idle();
    expect(containerGroups.get(groupId("killed"))).not.to.equal(undefined);

    await sandbox.pulumi("cancel", "--yes", "--stack", "killed");
    const outcome = await sandbox.pulumi("up", "--yes", "--skip-preview", "--stack", "killed");
    expect(outcome.failed, outcome.text).to.equal(false);
    expect(outcome.text).to.include(`${groupId("killed")} already existed`);
    expect(effects("killed")).to.deep.equal({ creates: 1, updates: 1, deletes: 0 });
    const preview = await sandbox.pulumi("preview", "--expect-no-changes", "--stack", "killed");
    expect(preview.failed, preview.text).to.equal(false);
  });
});
