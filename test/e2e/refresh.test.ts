import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { after, before, it } from "mocha";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import type { CommandResult } from "../support/command.js";
import { succeeded } from "../support/command.js";
import { overBothProtocols } from "../support/programProtocols.js";
import { groupId, type Sandbox } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";
import { groupArgs, web } from "./groups.js";

const CANARY = "canary-mode";
const customerId = seedId("customers", 7);

interface Unnoticed {
  waitForProvisioning: boolean;
  onDestroy: string;
  /** A variable's value in a list, and a tag outside of lists. */
  marked: (value: string) => pulumi.Input<string>;
}

overBothProtocols("e2e: a refresh after changes that the service does not notice", (protocol) => {
  let sandbox: Sandbox;
  let stack: TestStack;

  /** Resources with everything that no service notices. */
  const program =
    ({ waitForProvisioning, onDestroy, marked }: Unnoticed) =>
    async () => {
      const tags = { team: "platform", mode: marked(CANARY) };
      const environmentVariables = [{ name: "MODE", value: marked(CANARY) }];
      const containers = [{ ...web, environmentVariables }];
      const args = groupArgs("web", { tags, containers, waitForProvisioning });
      new sandbox.vendorcloud.ContainerGroup("web", args);
      new sandbox.vendorcloud.Customer("harbour", {
        customerId,
        displayName: "Harbour Bakery",
        onDestroy: onDestroy as "restore",
      });
    };

  const first = program({ waitForProvisioning: true, onDestroy: "restore", marked: pulumi.secret });
  const second = program({ waitForProvisioning: false, onDestroy: "Restore", marked: (value) => value });

  before(async () => {
    sandbox = await protocol.open({ seed: "demo" });
    stack = await sandbox.stack("unnoticed", first);
    succeeded(await stack.up());
  });
  after(() => sandbox.close());

  const refresh = (...options: string[]): Promise<CommandResult> =>
    sandbox.pulumi("refresh", "--yes", "--skip-preview", "--diff", "--stack", "unnoticed", ...options);
  const inputs = async () => ({
    group: (await stack.resource("ContainerGroup"))?.inputs,
    customer: (await stack.resource("Customer"))?.inputs,
  });

  it("finds no drift, and leaves the inputs unchanged", async () => {
    const changed = await stack.up(second);
    expect(changed.operations, changed.text).to.deep.equal({ same: 2 });
    const before = await inputs();
    succeeded(await refresh("--expect-no-changes"));
    // Secrets are encrypted anew each time.
    const { group, customer } = await inputs();
    expect(customer).to.deep.equal(before.customer);
    expect(Object.keys(group ?? {})).to.deep.equal(Object.keys(before.group ?? {}));
    expect(group?.waitForProvisioning).to.equal(true);
    expect(await stack.state()).not.to.include(CANARY);
  });

  it("finds drift, and prints nothing else", async () => {
    sandbox.emulator.containerGroups.patch(groupId("web"), { tags: { team: "theirs" } });
    sandbox.emulator.business.change("customers", customerId, { displayName: "Theirs" });
    const refreshed = succeeded(await refresh());
    const [, lines = ""] = refreshed.text.split("Refreshing (");
    expect(lines.match(/^ +[~+-] \w+ *: .*$/gm)?.map((line) => line.trim())).to.have.members([
      '~ displayName: "Harbour Bakery" => "Theirs"',
      "~ tags: {",
      '~ team: "platform" => "theirs"',
    ]);
  });

  it("keeps the program's own changes for the next update", async () => {
    const preview = await stack.preview(second);
    expect(preview.text).to.include("waitForProvisioning");
    expect(preview.text).not.to.include("onDestroy");
    const changed = await stack.up(second);
    expect(changed.operations, changed.text).to.deep.equal({ update: 2 });
    expect((await inputs()).group?.waitForProvisioning).to.equal(false);
    succeeded(await refresh("--expect-no-changes"));
  });
});
