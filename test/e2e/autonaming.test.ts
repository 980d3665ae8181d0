import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { succeed } from "../support/goldenState.js";
import { Sandbox } from "../support/sandbox.js";
import { YAML_GROUP } from "../support/yamlGroup.js";

describe("e2e: names as the stack's configuration `pulumi:autonaming` says", function () {
  this.timeout(120_000);

  let sandbox: Sandbox;
  before(async () => {
    sandbox = await Sandbox.openEmpty();
    sandbox.writeYaml(YAML_GROUP);
    await sandbox.newStack("dev");
  });
  after(() => sandbox?.close());

  const configure = (key: string, value: string) =>
    succeed(sandbox, "config", "set", "--path", `pulumi:autonaming.${key}`, value, "--stack", "dev");
  const run = (...args: string[]) => sandbox.pulumi(...args, "--stack", "dev");

  it("creates a group under a name of the pattern, and keeps it under another pattern", async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the engine fills it in
    await configure("pattern", "${project}-${name}-${hex(4)}");
    const { text } = await run("up", "--yes", "--skip-preview", "--diff");
    expect(text).to.match(/containerGroupName *: "sandbox-web-[0-9a-f]{4}"/);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the engine fills it in
    await configure("pattern", "${name}-${alphanum(9)}");
    await succeed(sandbox, "preview", "--expect-no-changes", "--stack", "dev");
  });
});
