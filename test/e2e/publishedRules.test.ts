import type { CustomResourceOptions } from "@pulumi/pulumi";
import { expect } from "chai";
import { after, before, it } from "mocha";
import { succeeded } from "../support/command.js";
import { overBothProtocols } from "../support/programProtocols.js";
import { groupId, type Sandbox } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";

interface Change extends CustomResourceOptions {
  name?: string;
  ports?: number[];
}

/** A replacement deletes the running group before the service can refuse the new one. */
overBothProtocols("e2e: a group that only the public service is known to refuse", (protocol) => {
  let sandbox: Sandbox;
  let stack: TestStack;

  const program =
    (cpu: number, { name = "web", ports = [80], ...options }: Change = {}) =>
    async () => {
      const resources = { requests: { cpu, memoryInGB: 1 }, limits: { cpu: 2 } };
      const args = {
        ...{ resourceGroupName: "demo", containerGroupName: name, location: "westus", osType: "Linux" },
        containers: [{ name: "web", image: "nginx:1", ports: [{ port: 80 }], resources }],
        ipAddress: { type: "Public" as const, ports: ports.map((port) => ({ port })) },
      };
      new sandbox.vendorcloud.ContainerGroup(name, args, options);
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
    const preview = succeeded(await stack.preview(program(2, { ports: [81] })));
    expect(preview.operations).to.deep.equal({ update: 1 });
    const text =
      "ipAddress.ports[81]: does not match any item of containers[].ports. The public service refuses";
    expect(preview.text).to.include("warning").and.to.include(text);
    const outcome = await stack.up(program(2, { ports: [81] }));
    expect(outcome.failed).to.equal(true);
    expect(outcome.text).to.include("UnreferencedIpAddressPorts");
    expect(effects()).to.deep.equal({ creates: 1, updates: 0, deletes: 0 });
  });

  it("is refused where `replaceOnChanges` replaces it", async () => {
    const outcome = await stack.preview(program(2, { ports: [81], replaceOnChanges: ["ipAddress"] }));
    expect(outcome.failed).to.equal(true);
    expect(outcome.text).to.include("the replacement would delete the existing resource first");
    expect(outcome.requests).to.equal(0);
  });

  it("is a warning of a new group, and an unchanged program has none", async () => {
    const created = succeeded(await (await sandbox.stack("new", program(1, { name: "new" }))).preview());
    expect(created.operations).to.deep.equal({ create: 1 });
    expect(created.text).to.include("containers[web].resources.limits.cpu: must be at most the sum of");
    const unchanged = succeeded(await stack.preview());
    expect(unchanged.operations).to.deep.equal({ same: 1 });
    expect(unchanged.text).not.to.include("public service");
  });
});
