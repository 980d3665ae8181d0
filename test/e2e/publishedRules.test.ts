import { expect } from "chai";
import { after, before, it } from "mocha";
import { succeeded } from "../support/command.js";
import { overBothProtocols } from "../support/programProtocols.js";
import { groupId, type Sandbox } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";

/** A replacement deletes the running group before the service can refuse the new one. */
overBothProtocols("e2e: a group that only the public service is known to refuse", (protocol) => {
  let sandbox: Sandbox;
  let stack: TestStack;

  const program =
    (cpu: number, port = 80) =>
    async () => {
      const resources = { requests: { cpu, memoryInGB: 1 }, limits: { cpu: 2 } };
      const args = {
        ...{ resourceGroupName: "demo", containerGroupName: "web", location: "westus", osType: "Linux" },
        containers: [{ name: "web", image: "nginx:1", ports: [{ port: 80 }], resources }],
        ipAddress: { type: "Public" as const, ports: [{ port }] },
      };
      new sandbox.vendorcloud.ContainerGroup("web", args);
    };
  const effects = () => sandbox.emulator.containerGroups.effects(groupId("web"));

  before(async () => {
    sandbox = await protocol.open();
    stack = await sandbox.stack("running", program(2));
    succeeded(await stack.up());
  });
  after(() => sandbox.close());

  it("is refused by `preview` and `up` of a replacement, and no request is sent", async () => {
    for (const [cpu, problem] of [
      [1, "must be at most the sum of containers[].resources.requests.cpu"],
      [4, "must be at least requests.cpu"],
    ] as const)
      for (const run of ["preview", "up"] as const) {
        const outcome = await stack[run](program(cpu));
        expect(outcome.failed).to.equal(true);
        expect(outcome.text).to.include(
          `containers[web].resources.limits.cpu: ${problem}. The public service`,
        );
        expect(outcome.requests).to.equal(0);
      }
    expect(effects()).to.deep.equal({ creates: 1, updates: 0, deletes: 0 });
  });

  it("is a warning of an update in place, which the service refuses without an effect", async () => {
    const preview = succeeded(await stack.preview(program(2, 81)));
    expect(preview.operations).to.deep.equal({ update: 1 });
    const text =
      "ipAddress.ports[81]: does not match any item of containers[].ports. The public service refuses";
    expect(preview.text).to.include("warning").and.to.include(text);
    const outcome = await stack.up(program(2, 81));
    expect(outcome.failed).to.equal(true);
    expect(outcome.text).to.include("UnreferencedIpAddressPorts");
    expect(effects()).to.deep.equal({ creates: 1, updates: 0, deletes: 0 });
  });
});
