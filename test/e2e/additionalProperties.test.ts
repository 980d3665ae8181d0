import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { after, before, beforeEach, it } from "mocha";
import { succeeded } from "../support/command.js";
import { overBothProtocols } from "../support/programProtocols.js";
import { groupId, type Sandbox, SUBSCRIPTION } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";

/** Fields that the schema does not list, of a group, a container, an extension and a stop. Each step goes on from the one before. */
overBothProtocols("e2e: additional properties", (protocol) => {
  const system = `/subscriptions/${SUBSCRIPTION}/resourceGroups/demo/providers/Vendor.Workloads/erpVirtualInstances/X00`;

  let sandbox: Sandbox;
  let stack: TestStack;
  const program =
    (level: number, token = "canary-additional") =>
    async () => {
      const { ContainerGroup, DatabaseInstanceStop } = sandbox.vendorcloud;
      new ContainerGroup("edge", {
        resourceGroupName: "demo",
        containerGroupName: "edge",
        location: "westus",
        osType: "Linux",
        additionalProperties: { undocumentedLevel: { value: level }, "/undocumentedPlace": { name: "edge" } },
        containers: [
          {
            name: "web",
            image: "nginx:1",
            resources: { requests: { cpu: 1, memoryInGB: 1 } },
            additionalProperties: { undocumentedToken: pulumi.secret(token) },
          },
        ],
        extensions: [
          {
            name: "proxy",
            extensionType: "t",
            version: "1",
            additionalProperties: { undocumentedMode: "on" },
          },
        ],
      });
      new DatabaseInstanceStop("night", {
        resourceGroupName: "demo",
        erpVirtualInstanceName: "X00",
        databaseInstanceName: "db0",
        additionalProperties: { undocumentedReason: "night" },
      });
    };
  const bodies = (method: string) => {
    const sent = sandbox.emulator.log.filter(
      (entry) => entry.method === method && typeof entry.body === "object",
      { secrets: true },
    );
    return sent.map(({ body }) => body);
  };

  before(async () => {
    sandbox = await protocol.open();
    sandbox.emulator.erp.put(`${system}/databaseInstances/db0`);
    stack = await sandbox.stack("additional", program(1));
  });
  beforeEach(() => sandbox.emulator.log.clear());
  after(() => sandbox.close());

  it("are sent in their places, and the program's secrets stay secrets", async () => {
    const { text } = succeeded(await stack.up());
    const [body] = bodies("PUT");
    expect(body).to.nested.include({
      "undocumentedPlace.name": "edge",
      "properties.undocumentedLevel.value": 1,
      "properties.containers[0].properties.undocumentedToken": "canary-additional",
      "properties.extensions[0].properties.undocumentedMode": "on",
    });
    expect(JSON.stringify(body)).not.to.include("additionalProperties");
    expect(bodies("POST")).to.deep.equal([{ undocumentedReason: "night" }]);
    expect(text).not.to.match(/warning|canary/);
    expect(await stack.state()).not.to.include("canary-additional");
  });

  it("show no difference afterwards, nor after a refresh", async () => {
    expect((await stack.preview()).operations).to.deep.equal({ same: 2 });
    succeeded(await stack.refresh());
    expect((await stack.preview()).operations).to.deep.equal({ same: 2 });
  });

  it("are compared as they are declared", async () => {
    sandbox.emulator.containerGroups.patch(groupId("edge"), {
      properties: { undocumentedLevel: { value: 3, other: true }, unknown: "x" },
    });
    const { text } = succeeded(await stack.refresh());
    expect(text)
      .to.match(/~ value: 1 => 3/)
      .and.not.to.match(/other|unknown/);
    expect((await stack.preview()).operations).to.deep.equal({ update: 1, same: 1 });
    succeeded(await stack.up());
    expect((await stack.preview()).operations).to.deep.equal({ same: 2 });
  });

  it("are an update when they change", async () => {
    const { operations, text } = await stack.preview(program(2));
    expect(operations).to.deep.equal({ update: 1, same: 1 });
    expect(text).to.match(/~ value: 1 => 2/);
    const secret = await stack.preview(program(1, "canary-other"));
    expect(secret.operations).to.deep.equal({ update: 1, same: 1 });
    expect(secret.text).not.to.include("canary");
  });

  it("that the schema has are errors", async () => {
    const { failed, text } = await stack.preview(async () => {
      new sandbox.vendorcloud.ContainerGroup("edge", {
        resourceGroupName: "demo",
        containerGroupName: "edge",
        osType: "Linux",
        containers: [{ name: "web", image: "nginx:1", resources: { requests: { cpu: 1, memoryInGB: 1 } } }],
        additionalProperties: { priority: "Spot", properties: {} },
      });
    });
    expect(failed).to.equal(true);
    expect(text)
      .to.include("additionalProperties.priority: move it one level up, as `priority`")
      .and.include("additionalProperties.properties: move its fields one level up");
  });
});
