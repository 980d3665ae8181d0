import { expect } from "chai";
import { after, afterEach, before, describe, it } from "mocha";
import { succeed } from "../support/goldenState.js";
import { groupId, Sandbox, SUBSCRIPTION } from "../support/sandbox.js";
import { FIRST_USE_MS } from "../support/tool.js";

interface Declared {
  /** More fields, each in YAML, as one line. */
  tags?: string;
  before?: string;
  command?: string;
  options?: string;
}

/** A container group of a YAML program. */
function group({ tags, before, command, options }: Declared = {}): string {
  const resources = "resources: { requests: { cpu: 1, memoryInGB: 1 } }";
  const container = (its: string, more?: string): string =>
    `        - { name: ${its}, image: nginx, ${resources}${more === undefined ? "" : `, command: ${more}`} }\n`;
  return `  web:
    type: vendorcloud:index:ContainerGroup
    properties:
      resourceGroupName: demo
      containerGroupName: shop
      osType: Linux
${tags === undefined ? "" : `      tags: ${tags}\n`}      containers:
${before === undefined ? "" : container(before)}${container("web", command)}${options === undefined ? "" : `    options: ${options}\n`}`;
}

/** Faults around the native plugin, not in it. */
describe("e2e: native plugin under unusual conditions", () => {
  let sandbox: Sandbox;
  const run = (...args: string[]) => succeed(sandbox, ...args, "--stack", "dev");
  const up = () => run("up", "--yes", "--skip-preview");
  const declare = (...groups: string[]) => sandbox.writeYaml(`resources:\n${groups.join("")}`);

  before(async function () {
    this.timeout(FIRST_USE_MS);
    sandbox = await Sandbox.openEmpty();
    declare(group());
    await sandbox.newStack("dev");
  });
  afterEach(async () => {
    await run("destroy", "--yes", "--skip-preview");
    sandbox.emulator.log.clear();
  });
  after(() => sandbox?.close());

  it("previews values that were secret as a whole, and names that end in a backslash", async () => {
    declare(group({ tags: "{ fn::secret: { team: blue, stage: canary-1 } }" }));
    await up();
    declare(group({ tags: "{ team: blue, stage: green, 'path\\': 'c:' }" }));
    const opened = await run("preview", "--diff");
    expect(opened)
      .to.include("- tags: [secret]")
      .and.to.include('+ stage: "green"')
      .and.not.to.include("canary");
    await up();
    declare(group({ tags: "{ team: blue, stage: green, 'path\\': 'd:' }" }));
    expect(await run("preview", "--diff")).to.match(/~ path\\\s*: "c:" => "d:"/);
    await up();
    await run("preview", "--expect-no-changes");
  });

  it("previews an addition to a container that has moved up after another one was removed", async () => {
    declare(group({ before: "first" }));
    await up();
    declare(group({ command: "[serve]" }));
    const preview = await run("preview", "--diff");
    expect(preview).to.match(/\+ command\s*: \[\n\s*\+\s+\[0\]: "serve"/);
    expect(preview).to.match(/name\s*: "first" => "web"/);
  });

  it("uses the right account for a provider with a name like those of the engine", async () => {
    const other = SUBSCRIPTION.replace("1111", "9999");
    const provider = `  default_eu: { type: "pulumi:providers:vendorcloud", properties: { subscriptionId: ${other} } }\n`;
    declare(provider, group({ options: `{ provider: "\${default_eu}" }` }));
    await up();
    expect(sandbox.emulator.log.count({ method: "PUT", path: groupId("shop") })).to.equal(0);
    expect(await run("stack", "--show-ids")).to.include(groupId("shop").replace(SUBSCRIPTION, other));
  });

  it("keeps a group that changes its provider", async () => {
    declare("  eu: { type: 'pulumi:providers:vendorcloud' }\n", group({ options: `{ provider: "\${eu}" }` }));
    await up();
    declare(group());
    await up();
    expect(sandbox.emulator.log.count({ method: "DELETE" })).to.equal(0);
    await run("refresh", "--yes", "--skip-preview", "--expect-no-changes");
  });
});
