import { expect } from "chai";
import { after, afterEach, before, describe, it } from "mocha";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { type CommandResult, succeeded } from "../support/command.js";
import { MESSAGE_COMMANDS } from "../support/messageCommands.js";
import { groupId, Sandbox, type Variables } from "../support/sandbox.js";
import { signedOut } from "../support/signedOut.js";

/** Commands in messages, run by a shell as they are printed, in the situations that they are for. */
describe("e2e: commands in messages", () => {
  const ran = new Set<string>();

  let sandbox: Sandbox;
  before(async () => {
    sandbox = await Sandbox.open({ seed: "demo" });
    sandbox.linkCommand();
  });
  afterEach(() => sandbox.emulator.faults.clear());
  after(() => sandbox.close());

  interface Given {
    more?: Variables;
    /** The answer to a question. */
    input?: string;
    /** What replaces `<value>`, `<stack>` or `<earlier name>`. */
    filledIn?: string;
  }

  /** Runs the command in a message that begins with a listed one. */
  function printed({ text }: CommandResult, command: string, { more, input, filledIn = "" }: Given = {}) {
    const found = [...text.matchAll(/`([^`]*)`/g)].map(([, whole = ""]) => whole);
    const whole = found.findLast((one) => one === command || one.startsWith(`${command} `));
    if (whole === undefined) throw new Error(`\`${command}\` is not in:\n${text}`);
    ran.add(command);
    return sandbox.shell(whole.replace(/<[\w ]+>/, filledIn), more, input);
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
    succeeded(await printed(first, "pulumi config set", { more: missing, filledIn: "demo" }));
    const second = await up(missing);
    const given = { more: missing, input: "a-token\n" };
    succeeded(await printed(second, "pulumi config set --secret", given));
    succeeded(await up(missing));
  });

  it("use a new token", async () => {
    const missing = { VENDORCLOUD_RESOURCE_MANAGER_TOKEN: undefined };
    succeeded(await start("token", group("token")));
    const refused = await sandbox.shell("pulumi refresh", missing);
    succeeded(await sandbox.shell("pulumi config set --secret vendorcloud:resourceManagerToken x", missing));
    for (const command of ["pulumi refresh", "pulumi up --refresh", "pulumi destroy"])
      succeeded(await printed(refused, `${command} --run-program`, { more: missing }));
  });

  const signIn = "npx -p pulumi-vendorcloud vendorcloud login";

  it("sign in", async () => {
    const more = signedOut(sandbox);
    const refused = await start("signedOut", group("signed-out"), more);
    succeeded(await printed(refused, signIn, { more }));
    succeeded(await up(more));
  });

  it("choose a stack for a sign-in", async () => {
    const more = signedOut(sandbox);
    write("");
    await sandbox.shell("pulumi stack unselect");
    const none = await sandbox.shell(signIn, more);
    const other = await sandbox.shell(`${signIn} --stack new`, more);
    succeeded(await printed(other, "pulumi stack ls"));
    succeeded(await printed(other, "pulumi stack init"));
    succeeded(await printed(none, "pulumi stack select", { filledIn: "new" }));
    succeeded(await sandbox.shell(signIn, more));
  });

  it("explain a preview", async () => {
    succeeded(await start("explained", group("explained")));
    const refused = await sandbox.shell("pulumi preview | npx -p pulumi-vendorcloud vendorcloud explain");
    const preview = succeeded(await printed(refused, "pulumi preview --json"));
    const explain = "npx -p pulumi-vendorcloud vendorcloud explain";
    succeeded(await sandbox.shell(explain, {}, preview.stdout));
  });

  it("replace a quote of an earlier name", async () => {
    const quote = (name: string, quantity: number) => {
      const line = { itemId: seedId("items", 1), quantity };
      const args = {
        customerId: seedId("customers", 1),
        externalDocumentNumber: "A-1",
        salesQuoteLines: [line],
      };
      return `new v.SalesQuote("${name}", ${JSON.stringify(args)});`;
    };
    succeeded(await start("quote", quote("a", 1)));
    write(quote("b", 2));
    const refused = await up();
    succeeded(await printed(refused, "pulumi destroy --target", { filledIn: "a" }));
    succeeded(await printed(refused, "pulumi up"));
  });

  it("remove what the service refuses temporarily", async () => {
    const customerId = seedId("customers", 8);
    const website = (value: string) =>
      `new v.Customer("one", { customerId: "${customerId}", website: "${value}" });`;
    succeeded(await start("busy", website("a.example")));
    const locked = { status: 409, body: { error: { code: "Internal_ServerError", message: "No." } } };
    sandbox.emulator.faults.add({ match: { method: "PATCH" }, times: 2, fault: locked });
    write(website("c.example"));
    const refused = await up({ VENDORCLOUD_RETRY_MAX_ATTEMPTS: "2" });
    succeeded(await printed(refused, "pulumi destroy"));
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

  it("are all that messages print", () => {
    expect([...ran].sort()).to.deep.equal(MESSAGE_COMMANDS);
  });
});
