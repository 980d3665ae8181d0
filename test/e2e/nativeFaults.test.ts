import { expect } from "chai";
import { after, afterEach, before, describe, it } from "mocha";
import { succeed } from "../support/goldenState.js";
import { groupId, Sandbox, SUBSCRIPTION } from "../support/sandbox.js";
import { FIRST_USE_MS } from "../support/tool.js";

interface Declared {
  name?: string;
  groupName?: string;
  cpu?: number;
  /** More fields, each in YAML, as one line. */
  tags?: string;
  before?: string;
  command?: string;
  options?: string;
}

/** A container group of a YAML program. */
function group({
  name = "web",
  groupName = "shop",
  cpu = 1,
  tags,
  before,
  command,
  options,
}: Declared = {}): string {
  const resources = `resources: { requests: { cpu: ${cpu}, memoryInGB: 1 } }`;
  const container = (its: string, more?: string): string =>
    `        - { name: ${its}, image: nginx, ${resources}${more === undefined ? "" : `, command: ${more}`} }\n`;
  return `  ${name}:
    type: vendorcloud:index:ContainerGroup
    properties:
      resourceGroupName: demo
      containerGroupName: ${groupName}
      osType: Linux
${tags === undefined ? "" : `      tags: ${tags}\n`}      containers:
${before === undefined ? "" : container(before)}${container("web", command)}${options === undefined ? "" : `    options: ${options}\n`}`;
}

/** Faults around the native plugin, not in it. */
describe("e2e: native plugin under unusual conditions", () => {
  let sandbox: Sandbox;
  const run = (...args: string[]) => succeed(sandbox, ...args, "--stack", "dev");
  const up = () => run("up", "--yes", "--skip-preview");
  const failingUp = async (): Promise<string> => {
    const { text, failed } = await sandbox.pulumi("up", "--yes", "--skip-preview", "--stack", "dev");
    expect(failed, text).to.equal(true);
    return text;
  };
  const declare = (...groups: string[]) => sandbox.writeYaml(`resources:\n${groups.join("")}`);
  const deletes = () => sandbox.emulator.log.count({ method: "DELETE" });

  before(async function () {
    this.timeout(FIRST_USE_MS);
    sandbox = await Sandbox.openEmpty();
    declare(group());
    await sandbox.newStack("dev");
  });
  afterEach(async () => {
    sandbox.emulator.faults.clear();
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
    expect(deletes()).to.equal(0);
    await run("refresh", "--yes", "--skip-preview", "--expect-no-changes");
  });

  it("says how to continue if `retainOnDelete` keeps a group that must be replaced", async () => {
    const options = "{ retainOnDelete: true }";
    declare(group({ options }));
    await up();
    declare(group({ options, cpu: 2 }));
    expect(await failingUp()).to.include(
      "`deleteBeforeReplace: false` and `retainOnDelete` prevent a replacement under the same name: remove these options.",
    );
    declare(group());
    await up();
    declare(group({ cpu: 2 }));
    expect(await up()).to.match(/\+-1 replaced/);
    expect(deletes()).to.equal(1);
  });

  it("keeps a renamed group, also if the run ended before the earlier name was deleted", async () => {
    const later = group({ name: "later", groupName: "later", options: `{ dependsOn: ["\${renamed}"] }` });
    declare(group());
    await up();
    declare(group({ name: "renamed" }), later);
    const match = { method: "PUT", path: groupId("later") };
    sandbox.emulator.faults.add({ match, fault: { status: 400 } });
    await failingUp();
    sandbox.emulator.faults.clear();
    expect(await up()).to.include("is left unchanged: the program declares it as");
    expect(deletes()).to.equal(0);
    await run("refresh", "--yes", "--skip-preview", "--expect-no-changes");
  });
});
