import { readFileSync } from "node:fs";
import { expect } from "chai";
import { after, before, it } from "mocha";
import type { FaultMatch } from "../../emulator/faults/faults.js";
import type { CommandResult } from "../support/command.js";
import { overBothProtocols } from "../support/programProtocols.js";
import { groupId, type Sandbox, SUBSCRIPTION } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";

/**
 * A secret of each kind of resource changes, and the update fails twice. The service still has the former secrets, and quotes
 * them: the state and the terminal must not show them.
 */
overBothProtocols("e2e: former secrets", function (protocol) {
  this.timeout(180_000);

  const FORMER = "canary-former";
  const LATTER = "canary-latter";
  const STOPPED = `/subscriptions/${SUBSCRIPTION}/resourceGroups/demo/providers/Vendor.Workloads/erpVirtualInstances/X00/databaseInstances/db0`;
  const program = (word: string) => `
    const pulumi = require("@pulumi/pulumi");
    const vendorcloud = require("pulumi-vendorcloud");
    const secret = (part) => pulumi.secret("${word}-" + part);
    const customerId = "93f154ac-0953-c806-ec95-117c103f1049";
    const itemId = "6726f1f3-b5e3-f4db-6225-9e8565245142";
    new vendorcloud.ContainerGroup("web", {
      resourceGroupName: "demo",
      containerGroupName: "web",
      location: "westus",
      osType: "Linux",
      tags: { team: secret("tag") },
      containers: [
        {
          name: "web",
          image: "nginx:1",
          ports: [{ port: 80 }],
          resources: { requests: { cpu: 1, memoryInGB: 1 } },
          environmentVariables: [{ name: "A", value: secret("variable") }],
        },
      ],
      ipAddress: {
        type: "Public",
        ports: [{ port: 80, protocol: "TCP" }],
        dnsNameLabel: secret("label"),
      },
    });
    new vendorcloud.Customer("customer", { customerId, displayName: secret("name"), onDestroy: "restore" });
    new vendorcloud.Item("item", { itemId, displayName: secret("item") });
    new vendorcloud.Project("project", {
      projectId: "34f0c1f0-5ae6-85d1-55cc-41aa5d7161ed",
      displayName: secret("project"),
    });
    new vendorcloud.SalesQuote("quote", {
      ...{ customerId, salesQuoteLines: [{ itemId, quantity: 10 }] },
      externalDocumentNumber: secret("number"),
    });
    new vendorcloud.DatabaseInstanceStop("stop", {
      ...{ resourceGroupName: "demo", erpVirtualInstanceName: "X00", databaseInstanceName: "db0" },
      triggers: { night: secret("stop") },
    });
    new vendorcloud.AppUserRemoval("removal", {
      ...{ ownerName: "demo-org", appName: "shop-ios", userEmail: "grace@example.com" },
      triggers: { night: secret("removal") },
    });
  `;

  let sandbox: Sandbox;
  let stack: TestStack;
  let word = FORMER;
  const runs: [string, string][] = [];
  const run = async (...args: string[]): Promise<CommandResult> => {
    const result = await stack.command(sandbox.inline(program(word)), ...args);
    runs.push([args.join(" "), result.text], [`state after ${args[0]}`, state()]);
    return result;
  };
  const state = () => readFileSync(sandbox.stateFile("former"), "utf8");
  const up = () => run("up", "--yes", "--skip-preview", "--diff", "--continue-on-error");
  const leaks = () =>
    runs.flatMap(([what, printed]) =>
      printed.split("\n").flatMap((line) => (line.includes("canary-") ? `${what}: ${line}` : [])),
    );
  const keptOf = (type: string) =>
    JSON.parse(state()).checkpoint.latest.resources.find((resource: { type: string }) =>
      resource.type.endsWith(`:${type}`),
    ).outputs;

  before(async () => {
    sandbox = await protocol.open({ seed: "demo" });
    sandbox.emulator.erp.put(STOPPED);
    stack = await sandbox.stack("former", sandbox.inline(program(FORMER)));
    const first = await up();
    expect(first.failed, first.text).to.equal(false);

    word = LATTER;
    const { faults } = sandbox.emulator;
    const refuse = (match: FaultMatch, ...secrets: string[]) => {
      const message = `cannot change ${secrets.join(", ")}.`;
      const fault = { status: 500, body: { error: { code: "InternalError", message } } };
      faults.add({ match: { ...match, inBatch: true }, times: "always", fault });
    };
    refuse({ method: "PUT" }, `${FORMER}-tag`, `${FORMER}-variable`, `${FORMER}-label`);
    refuse({ method: "PATCH", path: "customers" }, `${FORMER}-name`);
    refuse({ method: "PATCH", path: "items" }, `${FORMER}-item`);
    refuse({ method: "PATCH", path: "projects" }, `${FORMER}-project`);
    refuse({ method: "POST", path: "salesQuotes" }, `${LATTER}-number`);
    refuse({ method: "POST", path: "/stop" }, `${FORMER}-stop`);
    refuse({ method: "DELETE", path: "/users" }, `${FORMER}-removal`);
  });
  after(() => sandbox.close());

  it("stay hidden when two updates fail one after the other", async () => {
    for (const round of [1, 2]) {
      const { failed, text } = await up();
      expect(failed, `update ${round}`).to.equal(true);
      expect(text).to.include("500 InternalError: cannot change [secret]");
      await run("preview", "--json");
      await run("preview", "--diff");
      expect(leaks()).to.deep.equal([]);
    }
  });

  it("stay hidden in a refresh", async () => {
    const refresh = await stack.refresh();
    runs.push(["refresh", refresh.text], ["state after refresh", state()]);
    await run("preview", "--diff");
    expect(leaks()).to.deep.equal([]);
  });

  it("are removed from the state when the update has succeeded", async () => {
    sandbox.emulator.faults.clear();
    const { failed, text } = await up();
    expect(failed, text).to.equal(false);
    const preview = await run("preview", "--expect-no-changes");
    expect(preview.failed, preview.text).to.equal(false);
    expect(sandbox.emulator.containerGroups.get(groupId("web"))).to.have.nested.property(
      "properties.ipAddress.dnsNameLabel",
      `${LATTER}-label`,
    );
    expect(keptOf("ContainerGroup")).not.to.have.property("__formerSecrets");
    expect(leaks()).to.deep.equal([]);
  });
});
