import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { after, before, beforeEach, it } from "mocha";
import type { ContainerGroupArgs } from "pulumi-vendorcloud";
import { overBothProtocols } from "../support/programProtocols.js";
import { groupId, type Sandbox } from "../support/sandbox.js";

/** Pulumi's own options and commands, where they could lose a group or show a secret. */
overBothProtocols("e2e: Pulumi's options", function (protocol) {
  this.timeout(120_000);

  const resources = { requests: { cpu: 1, memoryInGB: 1 } };
  const web = { name: "web", image: "nginx:1", resources };
  const group =
    (name: string, change: Partial<ContainerGroupArgs> = {}, options: pulumi.CustomResourceOptions = {}) =>
    async () =>
      void new sandbox.vendorcloud.ContainerGroup(
        name,
        {
          resourceGroupName: "demo",
          containerGroupName: name,
          osType: "Linux",
          containers: [web],
          ...change,
        },
        options,
      );

  let sandbox: Sandbox;
  const bodies = () =>
    sandbox.emulator.log.filter({ method: "PUT" }, { secrets: true }).map(({ body }) => JSON.stringify(body));

  before(async () => {
    sandbox = await protocol.open();
  });
  beforeEach(() => sandbox.emulator.log.clear());
  after(() => sandbox.close());

  it("a group that the program calls otherwise is kept under its new name", async () => {
    const stack = await sandbox.stack("renamed", group("old", { containerGroupName: "same" }));
    await stack.up();
    const outcome = await stack.up(group("new", { containerGroupName: "same" }));
    expect(outcome.failed, outcome.text).to.equal(false);
    expect(outcome.text).to.include(`${groupId("same")} is left unchanged: the program declares it as`);
    expect(sandbox.emulator.containerGroups.get(groupId("same"))).not.to.equal(undefined);
    expect((await stack.preview(group("new", { containerGroupName: "same" }))).operations).to.deep.equal({
      same: 1,
    });
  });

  it("`up --replace` does not end with the group gone", async () => {
    const stack = await sandbox.stack("replaced", group("replaced"));
    await stack.up();
    const urn = (await stack.resource("ContainerGroup"))?.urn ?? "";
    await stack.up(undefined, { replace: [urn] });
    expect(sandbox.emulator.containerGroups.get(groupId("replaced"))).not.to.equal(undefined);
  });

  it("a new name with an alias keeps the group", async () => {
    const stack = await sandbox.stack("aliased", group("before", { containerGroupName: "aliased" }));
    await stack.up();
    const renamed = group("after", { containerGroupName: "aliased" }, { aliases: [{ name: "before" }] });
    const outcome = await stack.up(renamed);
    expect(outcome.operations).to.deep.equal({ same: 1 });
    expect(outcome.requests).to.equal(0);
  });

  it("a new name with an alias and a change shows the change alone; from then on messages have the new name", async () => {
    const old = group("earlier", { containerGroupName: "kept-name" });
    const stack = await sandbox.stack("alias-change", old);
    await stack.up();
    const changed = { containerGroupName: "kept-name", tags: { moved: "yes" } };
    const renamed = group("later", changed, { aliases: [{ name: "earlier" }] });
    for (const outcome of [await stack.preview(renamed), await stack.up(renamed)]) {
      expect(outcome.operations).to.deep.equal({ update: 1 });
      expect(outcome.text).to.include('moved: "yes"').and.not.to.include("__");
    }
    sandbox.emulator.faults.add({ match: { method: "GET" }, fault: { status: 405 } });
    const refresh = await stack.refresh();
    expect(refresh.text).to.include(
      "ContainerGroup 'later': the service does not support reading this group",
    );
    expect(refresh.text).not.to.include("__").and.not.to.include("earlier'");
    const both = async () => {
      await renamed();
      await group("earlier", { containerGroupName: "another" })();
    };
    for (const expected of [{ create: 1, same: 1 }, { same: 2 }]) {
      const outcome = await stack.up(both);
      expect(outcome.operations, outcome.text).to.deep.equal(expected);
      expect(outcome.text).not.to.include("~ __urn");
    }
  });

  it("`ignoreChanges` on a list keeps the secrets in it", async () => {
    const environmentVariables = [
      { name: "A", value: pulumi.secret("canary-ignored-a") },
      { name: "B", secureValue: "canary-ignored-b" },
    ];
    const stack = await sandbox.stack(
      "ignored",
      group("ignored", { containers: [{ ...web, environmentVariables }] }),
    );
    await stack.up();
    const outcome = await stack.up(group("ignored", { tags: { x: "1" } }, { ignoreChanges: ["containers"] }));
    expect(outcome.operations).to.deep.equal({ update: 1 });
    expect(bodies().at(-1))
      .to.include('"value":"canary-ignored-a"')
      .and.to.include('"secureValue":"canary-ignored-b"');
    expect(await stack.state()).not.to.include("canary-ignored");
  });

  it("secrets stay secret in whole items, in other places and after drift", async () => {
    const args = (order: "AB" | "BA", command: string[] = []): Partial<ContainerGroupArgs> => {
      const headers = [
        { name: "A", value: "plain" },
        { name: "B", value: pulumi.secret("canary-header") },
      ];
      const httpHeaders = order === "AB" ? headers : headers.reverse();
      return {
        containers: [
          { ...web, livenessProbe: { httpGet: { port: 80, httpHeaders } } },
          pulumi.secret({
            ...web,
            name: "hidden",
            environmentVariables: [{ name: "C", value: "canary-item" }],
          }),
          { ...web, name: "shell", command: ["sh", "-c", pulumi.secret("canary-command"), ...command] },
        ],
      };
    };
    const stack = await sandbox.stack("moved", group("moved", args("AB")));
    const first = await stack.up();
    const reordered = await stack.up(group("moved", args("BA")));
    expect(reordered.operations, reordered.text).to.deep.equal({ same: 1 });

    const live = sandbox.emulator.containerGroups.get(groupId("moved"));
    const containers = live?.properties.containers.map((container) =>
      container.name === "shell"
        ? {
            ...container,
            properties: { ...container.properties, command: ["env", "sh", "-c", "canary-command"] },
          }
        : container,
    );
    sandbox.emulator.containerGroups.patch(groupId("moved"), { properties: { containers } });
    const refresh = await stack.refresh();
    const back = await stack.up();
    for (const { text } of [first, reordered, refresh, back]) expect(text).not.to.include("canary");
    expect(await stack.state()).not.to.include("canary");
    expect((await stack.preview()).operations).to.deep.equal({ same: 1 });
  });

  it("`retainOnDelete` leaves the group", async () => {
    const stack = await sandbox.stack("retained", group("retained", {}, { retainOnDelete: true }));
    await stack.up();
    const outcome = await stack.destroy();
    expect(outcome.failed, outcome.text).to.equal(false);
    expect(sandbox.emulator.containerGroups.get(groupId("retained"))).not.to.equal(undefined);
  });

  it("a stack transform can add an argument", async () => {
    const transformed = async () => {
      pulumi.runtime.registerResourceTransform(({ type, props, opts }) =>
        type.endsWith(":ContainerGroup") ? { props: { ...props, tags: { added: "yes" } }, opts } : undefined,
      );
      await group("transformed")();
    };
    const stack = await sandbox.stack("transformed", transformed);
    const outcome = await stack.up();
    expect(outcome.failed, outcome.text).to.equal(false);
    expect(bodies().at(-1)).to.include('"tags":{"added":"yes"}');
  });

  it("resources in a component do not wait for each other, and each knows its own URN", async () => {
    const component = async () => {
      const parent = new pulumi.ComponentResource("test:index:Pair", "pair");
      const first = new sandbox.vendorcloud.ContainerGroup(
        "first",
        { ...args, location: "westus" },
        { parent },
      );
      void new sandbox.vendorcloud.ContainerGroup("second", args, { parent, dependsOn: first });
      void new sandbox.vendorcloud.ContainerGroup("third", args, { parent: first });
    };
    const args = { resourceGroupName: "demo", osType: "Linux", containers: [web] };
    const stack = await sandbox.stack("component", component);
    expect((await stack.preview()).operations).to.deep.equal({ create: 4 });
    const up = await stack.up();
    expect(up.operations, up.text).to.deep.equal({ create: 4 });
    const { resources } = JSON.parse(await stack.state()).checkpoint.latest;
    const groups = resources.filter(({ type }: { type: string }) => type.endsWith(":ContainerGroup"));
    expect(groups).to.have.length(3);
    for (const { urn, inputs } of groups) expect(inputs.__urn).to.equal(protocol.keepsUrn ? urn : undefined);
  });

  if (!protocol.canImport)
    it("`import` says what to do instead", async () => {
      const stack = await sandbox.stack("imported", group("imported", {}, { import: groupId("imported") }));
      const outcome = await stack.preview();
      expect(outcome.failed).to.equal(true);
      expect(outcome.text).to.include("the option `import` is not supported for this resource");
    });
});
