import { expect } from "chai";
import { afterEach, before, describe, it } from "mocha";
import { UsageError } from "../../../cli/arguments.js";
import { parseShowOptions } from "../../../cli/show/options.js";
import { formatProgram } from "../../../cli/show/program.js";
import type { ShownObject } from "../../../cli/show/readObject.js";
import { readStackValues } from "../../../cli/stackValues.js";
import type { PropertyMap } from "../../../provider/schema/json.js";
import { asSecret } from "../../../provider/schema/secretTree.js";
import { containerGroupSchema as schema } from "../../../provider/services/containerGroups/schema.js";
import { skip } from "../../support/skip.js";
import { rejection } from "../http/answers.js";
import { FakePulumi } from "./fakePulumi.js";

describe("a program that shows an object", () => {
  const object = (args: PropertyMap, missingSecrets: string[] = []): ShownObject => ({
    schema,
    args: { containerGroupName: "Shop", ...args },
    missingSecrets,
  });
  const web = (...environmentVariables: PropertyMap[]) => ({
    containers: [{ name: "web", environmentVariables }],
  });

  it("has nothing beside the object where there is no secret", () => {
    const group = object({ tags: { "a b": "1" }, osType: "Linux", resourceGroupName: "demo" });
    expect(formatProgram(group, "id", "typescript")).to.equal(
      'import * as vendorcloud from "pulumi-vendorcloud";\n\n' +
        'new vendorcloud.ContainerGroup("shop", { containerGroupName: "Shop", resourceGroupName: "demo", ' +
        'tags: { "a b": "1" }, osType: "Linux" });\n',
    );
    expect(formatProgram(group, "id", "yaml"))
      .to.include('\n      tags:\n        "a b": "1"\n')
      .and.not.include("config:");
  });

  it("keeps a name that would set a prototype", () => {
    const tags = JSON.parse('{ "__proto__": "1" }');
    expect(formatProgram(object({ tags }), "id", "typescript")).to.include('tags: { ["__proto__"]: "1" }');
  });

  it("names a secret by its place, each by another name, and never shows it", () => {
    const args = web(
      { name: "API_KEY" },
      { name: "api-key", value: asSecret("canary") },
      { name: "1", value: asSecret(["canary"]) },
    );
    const text = formatProgram(
      object(args, ["containers[web].environmentVariables[API_KEY].secureValue"]),
      "id",
      "typescript",
    );
    expect(text)
      .to.include('{ name: "API_KEY", secureValue: config.requireSecret("webApiKey") }')
      .and.include('{ name: "api-key", value: config.requireSecret("webApiKey2") }')
      .and.include('{ name: "1", value: config.requireSecretObject("web1") }')
      .and.include("//   pulumi config set --secret webApiKey\n")
      .and.not.include("canary");
  });

  it("names a project in YAML as Pulumi can, and the resource after the object", () => {
    const text = (containerGroupName: string) => formatProgram(object({ containerGroupName }), "id", "yaml");
    expect(text("Süd 1"))
      .to.match(/^name: s-d-1\n/)
      .and.include('\n  "süd-1":\n');
    expect(text("客户")).to.match(/^name: shown\n/);
  });

  it("escapes what would be an interpolation in YAML", () => {
    const value = "a $" + "{b}";
    expect(formatProgram(object(web({ name: "A", value })), "id", "yaml")).to.include(
      `value: "a $${value.slice(2)}"`,
    );
  });
});

describe("the configuration that a command reads", () => {
  before(function () {
    // The fake CLI is a script with a first line that names its interpreter.
    if (process.platform === "win32") skip(this, "Windows starts no scripts by their first line");
  });

  let fake: FakePulumi | undefined;
  afterEach(() => {
    fake?.remove();
    fake = undefined;
  });
  const warnings: string[] = [];
  const read = (stack?: string) => {
    warnings.splice(0);
    return readStackValues(stack, (text) => warnings.push(text), { PATH: fake?.path ?? "/nowhere" });
  };

  it("is that of the selected stack, with its secrets", async () => {
    fake = new FakePulumi(
      `console.log('{"vendorcloud:appsToken": {"value": "t", "secret": true}, "a:b": {"secret": true}}')`,
    );
    expect([...(await read())]).to.deep.equal([["vendorcloud:appsToken", "t"]]);
    expect(warnings).to.deep.equal([]);
    expect(fake.calls()[0]?.args.slice(0, 3)).to.deep.equal(["config", "--json", "--show-secrets"]);
  });

  it("is none where the selected stack cannot be read, and the reason is reported", async () => {
    fake = new FakePulumi("console.error('error: passphrase must be set'); process.exitCode = 255");
    expect([...(await read())]).to.deep.equal([]);
    expect(warnings).to.deep.equal([
      "No configuration of a stack is used: `pulumi config` reported: error: passphrase must be set",
    ]);
    expect(await rejection(read("dev"))).to.have.property(
      "message",
      "the configuration of the stack dev cannot be read: `pulumi config` reported: error: passphrase must be set",
    );
  });

  it("is none without a CLI, which only a named stack needs", async () => {
    expect([...(await read())]).to.deep.equal([]);
    expect(warnings).to.deep.equal([]);
    expect(await rejection(read("dev")))
      .to.have.property("message")
      .that.includes("the command `pulumi` was not found");
  });

  it("quotes nothing of an output that is not JSON", async () => {
    fake = new FakePulumi("console.log('canary')");
    expect(await rejection(read("dev")))
      .to.have.property("message")
      .that.includes("no JSON")
      .and.not.includes("canary");
  });
});

describe("the command line of show", () => {
  it("names one object, and how it is shown", () => {
    expect(parseShowOptions(["a"])).to.deep.equal({ id: "a", language: "typescript", stack: undefined });
    const shown = { id: "a", language: "yaml", stack: "dev" };
    expect(parseShowOptions(["a", "--language", "yaml", "--stack", "dev"])).to.deep.equal(shown);
  });

  for (const args of [[], [""], ["a", "b"], ["a", "--language", "go"], ["a", "--stack", ""]]) {
    it(`refuses ${JSON.stringify(args)} in one line`, () => {
      expect(() => parseShowOptions(args)).to.throw(UsageError, /^.+$/);
    });
  }
});
