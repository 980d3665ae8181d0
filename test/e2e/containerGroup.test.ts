import { expect } from "chai";
import { after, before, it } from "mocha";
import type { ContainerGroupArgs } from "pulumi-vendorcloud";
import { succeeded } from "../support/command.js";
import { alwaysOverBothProtocols } from "../support/programProtocols.js";
import { groupId, type Sandbox } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";
import { web as container, groupArgs, resources } from "./groups.js";

/** The life of a container group on the real engine, from its creation to its end: each step goes on from the last. */
alwaysOverBothProtocols("e2e: the life of a container group", (protocol) => {
  const web = { ...container, ports: [{ port: 80 }] };
  let sandbox: Sandbox;
  let stack: TestStack;

  const program =
    (change: Partial<ContainerGroupArgs> = {}) =>
    async () => {
      const group = new sandbox.vendorcloud.ContainerGroup("web", {
        ...groupArgs("web"),
        location: "westus",
        tags: { team: "platform" },
        restartPolicy: "Always",
        containers: [web, { name: "side", image: "busybox:1", resources }],
        ipAddress: { type: "Public", ports: [{ port: 80, protocol: "TCP" }], dnsNameLabel: "web-1" },
        ...change,
      });
      return { fqdn: group.ipAddress.apply((address) => address?.fqdn), state: group.provisioningState };
    };

  before(async () => {
    sandbox = await protocol.open();
    stack = await sandbox.stack("life", program());
  });
  after(() => sandbox.close());

  it("is created with one PUT, after a read because the program sets its name", async () => {
    const outcome = await stack.up();
    expect(outcome.operations).to.deep.equal({ create: 1 });
    expect(outcome.requests).to.equal(2);
    const outputs = await stack.outputs();
    expect(outputs.state).to.equal("Succeeded");
    expect(outputs.fqdn).to.equal("web-1.westus.cloudcontainer.io");
    expect((await stack.resource("ContainerGroup"))?.id).to.equal(groupId("web"));
  });

  it("is previewed without changes and without a request", async () => {
    const outcome = await stack.preview();
    expect(outcome.operations).to.deep.equal({ same: 1 });
    expect(outcome.requests).to.equal(0);
  });

  it("shows no difference for values in another spelling", async () => {
    const respelled = program({
      location: "West US",
      restartPolicy: "always" as never,
      containers: [
        { name: "side", image: "busybox:1", resources },
        { ...web, environmentVariables: [] },
      ],
      ipAddress: { type: "public", ports: [{ port: 80, protocol: "Tcp" }], dnsNameLabel: "web-1" } as never,
    });
    const outcome = await stack.up(respelled);
    expect(outcome.operations).to.deep.equal({ same: 1 });
    expect(outcome.requests).to.equal(0);
  });

  it("shows a real change, and no line for a value in another spelling", async () => {
    const changed = program({
      location: "West US",
      containers: [
        { name: "side", image: "busybox:1", resources },
        { ...web, image: "nginx:2" },
      ],
    });
    const up = await stack.up(changed);
    expect(up.operations).to.deep.equal({ update: 1 });
    expect(up.requests).to.equal(1);
    const lines = up.text.split("\n").filter((line) => /^\s*[~+-] .*:/.test(line) && !line.includes("Stack"));
    expect(lines.map((line) => line.trim())).to.deep.equal([
      `~ ${protocol.typeOf("ContainerGroup")}: (update)`,
      "~ containers: [",
      "~ [0]: {",
      '~ image: "nginx:1" => "nginx:2"',
    ]);
  });

  it("shows drift field by field, and the next update reverts it", async () => {
    sandbox.emulator.containerGroups.patch(groupId("web"), { tags: { team: "someone else" } });
    const refresh = await stack.refresh();
    expect(refresh.text).to.include('~ team: "platform" => "someone else"');
    const up = await stack.up();
    expect(up.text).to.include('~ team: "someone else" => "platform"');
    expect(sandbox.emulator.containerGroups.get(groupId("web"))).to.have.nested.property(
      "tags.team",
      "platform",
    );
  });

  it("is replaced, the old group deleted first, when a field changes that the service cannot change in place", async () => {
    sandbox.emulator.log.clear();
    const restart = program({ restartPolicy: "Never" });
    const outcome = succeeded(await stack.up(restart));
    expect(outcome.operations).to.deep.equal({ replace: 1 });
    expect(outcome.text).to.match(/~ restartPolicy: "Always" => "Never"/);
    expect(sandbox.emulator.log.filter().map(({ method }) => method)).to.deep.equal(["DELETE", "GET", "PUT"]);
  });

  it("is replaced, the new group created first, when its name changes", async () => {
    sandbox.emulator.log.clear();
    succeeded(await stack.up(program({ restartPolicy: "Never", containerGroupName: "web-2" })));
    expect(sandbox.emulator.log.filter().map(({ method, path }) => `${method} ${path}`)).to.deep.equal([
      `GET ${groupId("web-2")}`,
      `PUT ${groupId("web-2")}`,
      `DELETE ${groupId("web")}`,
    ]);
  });

  it("is created again after another client deleted it", async () => {
    sandbox.emulator.containerGroups.delete(groupId("web-2"));
    const again = program({ restartPolicy: "Never", containerGroupName: "web-2" });
    await stack.up(again); // Nothing differs in the program, so nothing happens without a refresh.
    expect(sandbox.emulator.containerGroups.get(groupId("web-2"))).to.equal(undefined);
    expect((await stack.refresh()).text).to.match(/- .*ContainerGroup.*delete/s);
    expect((await stack.up(again)).operations).to.deep.equal({ create: 1 });
  });

  it("is deleted", async () => {
    sandbox.emulator.log.clear();
    succeeded(await stack.destroy());
    expect(sandbox.emulator.log.filter().map(({ method }) => method)).to.deep.equal(["DELETE"]);
    expect(sandbox.emulator.containerGroups.list()).to.deep.equal([]);
  });
});
