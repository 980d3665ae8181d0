import { expect } from "chai";
import { describe, it } from "mocha";
import { formatProgram } from "../../../cli/show/program.js";
import type { ShownObject } from "../../../cli/show/readObject.js";
import type { PropertyMap } from "../../../provider/schema/json.js";
import { asSecret } from "../../../provider/schema/secretTree.js";
import { containerGroupSchema as schema } from "../../../provider/services/containerGroups/schema.js";

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

  it("escapes what would be an interpolation in YAML", () => {
    const value = "a $" + "{b}";
    expect(formatProgram(object(web({ name: "A", value })), "id", "yaml")).to.include(
      `value: "a $${value.slice(2)}"`,
    );
  });
});
