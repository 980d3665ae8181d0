import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { after, afterEach, before, describe, it } from "mocha";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { type CommandResult, succeeded } from "../support/command.js";
import { groupId, ROOT, Sandbox, type Variables } from "../support/sandbox.js";

/** Commands in messages (docs/troubleshooting.md), run by a shell as they are printed, in the situations that they are for. */
describe("e2e: commands in messages", function () {
  this.timeout(120_000);

  const page = readFileSync(join(ROOT, "docs/troubleshooting.md"), "utf8");
  const [, table = ""] = /## Commands in messages\n([^#]*)/.exec(page) ?? [];
  const listed = [...table.matchAll(/`(pulumi [^`…]*)(?: …)?`(?=.*\|)/g)].map(([, command = ""]) => command);
  const ran = new Set<string>();

  let sandbox: Sandbox;
  before(async () => {
    sandbox = await Sandbox.open({ seed: "demo" });
  });
  afterEach(() => sandbox.emulator.faults.clear());
  after(() => sandbox.close());

  /** Runs the command in a message that begins with a listed one. */
  function printed({ text }: CommandResult, command: string, more?: Variables, input?: string) {
    const found = [...text.replaceAll("<value>", "demo").matchAll(/`(pulumi [^`]*)`/g)].map(
      ([, whole]) => whole,
    );
    const whole = found.find((one) => one === command || one?.startsWith(`${command} `));
    if (whole === undefined) throw new Error(`\`${command}\` is not in:\n${text}`);
    ran.add(command);
    return sandbox.shell(whole, more, input);
  }

  const container = { name: "web", image: "nginx:1", resources: { requests: { cpu: 1, memoryInGB: 1 } } };
  const group = (containerGroupName: string, fields: object = {}, options: object = {}) => {
    const args = { resourceGroupName: "demo", containerGroupName, osType: "Linux", containers: [container] };
    return `new v.ContainerGroup("web", ${JSON.stringify({ ...args, ...fields })}, ${JSON.stringify(options)});`;
  };
  const write = (program: string) => sandbox.write(`const v = require("pulumi-vendorcloud");\n${program}\n`);
  const up = (more?: Variables) => sandbox.shell("pulumi up", more);

  async function start(name: string, program: string, more?: Variables): Promise<CommandResult> {
    write(program);
    succeeded(await sandbox.initStack(name));
    return up(more);
  }

  const refuse = (match: { method: string; path: string }, status: number, code: string) =>
    sandbox.emulator.faults.add({ match, fault: { status, body: { error: { code, message: "No." } } } });

  it("set what is missing", async () => {
    const missing = {
      VENDORCLOUD_RESOURCE_MANAGER_TOKEN: undefined,
      VENDORCLOUD_SUBSCRIPTION_ID: undefined,
    };
    const first = await start("missing", group("missing"), missing);
    succeeded(await printed(first, "pulumi config set", missing));
    const second = await up(missing);
    succeeded(await printed(second, "pulumi config set --secret", missing, "a-token\n"));
    succeeded(await up(missing));
  });

  it("use a new token", async () => {
    const missing = { VENDORCLOUD_RESOURCE_MANAGER_TOKEN: undefined };
    succeeded(await start("token", group("token")));
    const refused = await sandbox.shell("pulumi refresh", missing);
    succeeded(await sandbox.shell("pulumi config set --secret vendorcloud:resourceManagerToken x", missing));
    for (const command of ["pulumi refresh", "pulumi up --refresh", "pulumi destroy"]) {
      expect(refused.text).to.include(`\`${command}\``);
      succeeded(await sandbox.shell(`${command} --run-program`, missing));
      ran.add(command);
    }
  });

  it("replace a group that cannot change in place", async () => {
    succeeded(await start("replaced", group("replaced")));
    refuse({ method: "PUT", path: groupId("replaced") }, 400, "InvalidContainerGroupUpdate");
    write(group("replaced", { sku: "Dedicated" }));
    const refused = await up();
    expect(refused.text).to.include("set the resource option `deleteBeforeReplace: true`");
    write(group("replaced", { sku: "Dedicated" }, { deleteBeforeReplace: true }));
    succeeded(await printed(refused, "pulumi up --replace"));
    expect(sandbox.emulator.containerGroups.get(groupId("replaced"))?.properties.sku).to.equal("Dedicated");
    expect(sandbox.emulator.containerGroups.effects(groupId("replaced")).deletes).to.equal(1);
  });

  it("create a group of which the replacement was refused", async () => {
    succeeded(await start("again", group("again")));
    refuse({ method: "PUT", path: groupId("again") }, 403, "RequestDisallowedByPolicy");
    write(group("again", { location: "eastus" }, { deleteBeforeReplace: true }));
    const refused = await up();
    expect(refused.text).to.include("the old group was put back");
    succeeded(await printed(refused, "pulumi up"));
    expect(sandbox.emulator.containerGroups.get(groupId("again"))?.location).to.equal("eastus");
  });

  it("delete a group that a replacement has kept", async () => {
    const triggered = (replacementTrigger: number) => group("kept", {}, { replacementTrigger });
    succeeded(await start("kept", triggered(1)));
    write(triggered(2));
    const kept = succeeded(await up());
    succeeded(await printed(kept, "pulumi destroy --target"));
    expect(sandbox.emulator.containerGroups.get(groupId("kept"))).to.equal(undefined);
    succeeded(await printed(kept, "pulumi up"));
    expect(sandbox.emulator.containerGroups.effects(groupId("kept")).creates).to.equal(2);
  });

  it("remove a group from the state that cannot be deleted", async () => {
    succeeded(await start("forgotten", group("forgotten")));
    sandbox.emulator.faults.add({
      match: { method: "DELETE", path: groupId("forgotten") },
      times: "always",
      fault: { status: 405 },
    });
    succeeded(await printed(await sandbox.shell("pulumi destroy"), "pulumi state delete"));
    succeeded(await sandbox.shell("pulumi destroy"));
    expect(sandbox.emulator.containerGroups.get(groupId("forgotten"))).not.to.equal(undefined);
  });

  it("show what another client has changed, and overwrite it", async () => {
    const customerId = seedId("customers", 7);
    const website = (value: string) =>
      `new v.Customer("one", { customerId: "${customerId}", website: "${value}" });`;
    succeeded(await start("conflict", website("a.example")));
    sandbox.emulator.business.change("customers", customerId, { website: "b.example" });
    write(website("c.example"));
    const refused = await up();
    const refreshed = succeeded(await printed(refused, "pulumi refresh"));
    expect(refreshed.text).to.include("[diff: ~website]");
    succeeded(await printed(refused, "pulumi up"));
    expect(sandbox.emulator.business.get("customers", customerId)?.fields.website).to.equal("c.example");
  });

  it("are all that the page lists", () => {
    expect([...ran].sort()).to.deep.equal([...new Set(listed)].sort());
  });
});
