import { expect } from "chai";
import { after, before, it } from "mocha";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { overBothProtocols } from "../support/programProtocols.js";
import type { Sandbox } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";

/** Messages as a person at a terminal reads them. */
overBothProtocols("e2e: messages", function (protocol) {
  this.timeout(120_000);

  const customerId = seedId("customers", 1);
  const LIBRARIES = 'const pulumi = require("@pulumi/pulumi"); const v = require("pulumi-vendorcloud");\n';
  const UP = ["up", "--yes", "--skip-preview"];
  const group = (more: object) => {
    const container = { name: "web", image: "nginx:1", resources: { requests: { cpu: 1, memoryInGB: 1 } } };
    const containers = [{ ...container, ...more }];
    const args = { resourceGroupName: "demo", osType: "Linux", location: "westus", containers };
    return `new v.ContainerGroup("web", ${JSON.stringify(args)});`;
  };

  let sandbox: Sandbox;
  let stack: TestStack;
  /** For messages of the provider: those about the program need a process of its own. */
  const runInline = (program: string, ...command: string[]) =>
    stack.command(sandbox.inline(LIBRARIES + program), ...command);
  const run = (program: string, ...command: string[]) => {
    sandbox.write(LIBRARIES + program);
    return sandbox.pulumi(...command, "--stack", "dev");
  };
  const count = (text: string, part: string) => text.split(part).length - 1;
  /** The part of the output that stays. */
  const diagnostics = (text: string) => text.split("Diagnostics:")[1] ?? "";

  before(async () => {
    sandbox = await protocol.open({ seed: "demo", provisioningPolls: 1 });
    stack = await sandbox.stack("dev", sandbox.inline(LIBRARIES));
  });
  after(() => sandbox.close());

  it("a conflict shows the values in the state, in the program and at the service, and no secret", async () => {
    const program = (phone: string, email: string) =>
      `new v.Customer("harbour", { customerId: "${customerId}", phoneNumber: "${phone}", email: pulumi.secret("${email}") });`;
    expect((await runInline(program("+1", "one@canary.example"), ...UP)).failed).to.equal(false);
    const theirs = { phoneNumber: "+9", email: "nine@canary.example" };
    sandbox.emulator.business.change("customers", customerId, theirs);
    const { text } = await runInline(program("+2", "two@canary.example"), ...UP);
    expect(text).to.include('phoneNumber: "+1" in the state, "+2" in the program, "+9" at the service');
    expect(text).to.include("email: [secret] in the state, [secret] in the program, [secret] at the service");
    expect(text).not.to.include("canary");
    expect(text).not.to.include('W/"');
  });

  it("a refused lookup is printed once, and a token of another tenant is not reported as expired", async () => {
    sandbox.emulator.faults.add({
      match: { path: "customers" },
      times: "always",
      fault: {
        status: 401,
        body: { error: { code: "InvalidAuthenticationTokenTenant", message: "The wrong issuer." } },
      },
    });
    const { text } = await run('new v.Customer("nobody", { customerNumber: "NOBODY" });', "preview");
    sandbox.emulator.faults.clear();
    expect(count(diagnostics(text), "401 InvalidAuthenticationTokenTenant"), text).to.equal(1);
    expect(count(diagnostics(text), "the token belongs to another tenant"), text).to.equal(1);
    expect(text).not.to.include("expired");
  });

  it("wrong arguments of a Provider are named by their paths, without internal names", async () => {
    const { text, failed } = await run(
      'const provider = new v.Provider("other", { maxConcurrency: -1, resourceManagerToken: pulumi.secret({ deep: "canary" }) });' +
        `new v.Customer("c", { customerId: "${customerId}", city: "Ulm" }, { provider });`,
      ...["preview", "--diff"],
    );
    expect(failed).to.equal(true);
    expect(text).to.include("resourceManagerToken: must be a string, got an object");
    expect(text).not.to.match(/argumentProblems|canary/i);
    expect(diagnostics(text)).not.to.include("ownKeys");
  });

  it("an undocumented field is a warning in every run, and the progress of a wait ends with the final state", async () => {
    const program = group({ futureThing: 1 });
    const warning = "containers[web].futureThing: not a documented field; sent unchanged";
    const created = await runInline(program, ...UP);
    const progress = [...created.text.matchAll(/(Pending|Succeeded), \d+ s/g)].map(([, state]) => state);
    expect([progress[0], progress.at(-1)]).to.deep.equal(["Pending", "Succeeded"]);
    for (const { text } of [created, await runInline(program, "preview"), await runInline(program, ...UP)])
      expect(count(diagnostics(text), warning), text).to.equal(1);
  });

  it("a service that cannot be reached ends a preview after one more attempt", async () => {
    const { text, failed } = await run(
      'const provider = new v.Provider("down", { businessUrl: "http://127.0.0.1:9", businessToken: "any", retryBaseDelayMs: 20000 });' +
        'new v.Customer("c", { customerNumber: "NOBODY" }, { provider });',
      "preview",
    );
    expect(failed).to.equal(true);
    expect(count(diagnostics(text), "connection refused"), text).to.equal(1);
    // One wait of a second, and not the configured twenty.
    expect([...text.matchAll(/retrying in (.+):/g)].map(([, wait]) => wait)).to.deep.equal(["1 s"]);
  });
});
