import { expect } from "chai";
import { describe, it } from "mocha";
import { withAdvisedNames, withPythonNames } from "../../../../provider/protocols/native/pythonNames.js";
import { containerGroupSchema as schema } from "../../../../provider/services/containerGroups/schema.js";

describe("names in Python", () => {
  it("of fields in a failed check follow it, each once", () => {
    expect(
      withPythonNames("imageRegistryCredentials[a].password: required beside osType, osType", schema),
    ).to.equal(
      "imageRegistryCredentials[a].password: required beside osType, osType (in Python image_registry_credentials, os_type)",
    );
  });

  it("are not those of what the schema does not have", () => {
    const text = "someThing: set `osType`, or run `pulumi config set vendorcloud:subscriptionId <value>`";
    expect(withPythonNames(text, schema)).to.equal(text);
  });

  for (const [text, names] of [
    ["change `secretsVersion`, too", "secrets_version"],
    [
      "set `deleteBeforeReplace: true`, or remove `retainOnDelete`",
      "delete_before_replace, retain_on_delete",
    ],
    ["the function `getRecords` finds it", "get_records"],
  ]) {
    it(`of what a message tells to use follow it: ${names}`, () =>
      expect(withAdvisedNames(String(text), schema)).to.equal(`${text} (in Python ${names})`));
  }

  it("are not those of paths, commands, settings and values in a message", () => {
    const text =
      "containers[web].environmentVariables[A].secureValue: run `pulumi up`, set `vendorcloud:secretChanges` " +
      'to "secretsVersion", or set `adopt: true`';
    expect(withAdvisedNames(text, schema)).to.equal(text);
  });

  it("are not those that only the service knows, which could be a secret in another form", () => {
    const text = "400 BadRequest: the value `canaryTokenAbc` is invalid";
    expect(withAdvisedNames(text, schema)).to.equal(text);
  });
});
