import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { afterEach, describe, it } from "mocha";
import { AppUserRemoval } from "../../../../provider/generated/classes.js";
import { Provider } from "../../../../provider/protocols/dynamic/provider.js";
import { runProgram } from "../../support/mocks.js";
import { useWarnings } from "../../support/warnings.js";

const args = { ownerName: "demo", appName: "shop", userEmail: "grace@shop.example" };

describe("the check of the configuration", () => {
  const warnings = useWarnings();
  afterEach(() => pulumi.runtime.setAllConfig({}, []));

  const program = () => {
    new Provider("other");
    for (const name of ["one", "two"]) new AppUserRemoval(name, args);
  };

  it("names all unknown keys in an error, in every program", async () => {
    const config = {
      "vendorcloud:appsUlr": "https://apps.example",
      "vendorcloud:maxconcurrency": "5",
      "vendorcloud:sparkle": "1",
      "vendorcloud:companyId": "known",
      "vendorcloud:pluginDownloadURL": "the engine's",
      "shop:appsUlr": "another's",
    };
    const message = [
      "vendorcloud:appsUlr: unknown configuration key; did you mean vendorcloud:appsUrl?",
      "vendorcloud:maxconcurrency: unknown configuration key; did you mean vendorcloud:maxConcurrency?",
      "vendorcloud:sparkle: unknown configuration key",
    ].join("\n");
    for (const resource of [() => new Provider("other"), program]) {
      const error = await runProgram(resource, { config }).catch((caught) => caught);
      expect(pulumi.RunError.isInstance(error)).to.equal(true);
      expect(error.message).to.equal(message);
    }
  });

  it("leaves the keys of a project of that name alone", async () => {
    await runProgram(program, { project: "vendorcloud", config: { "vendorcloud:price": "5" } });
    expect(warnings).to.deep.equal([]);
  });

  it("warns of a token that is not a secret, without its value", async () => {
    const config = { "vendorcloud:appsToken": "canary", "vendorcloud:businessToken": "canary" };
    await runProgram(program, { config, secretKeys: ["vendorcloud:businessToken"] });
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.match(/^vendorcloud:appsToken is not configured as a secret/);
    expect(warnings[0]).to.match(/ Set it again with .* and revoke the exposed token\.$/);
    expect(warnings[0]).not.to.include("canary");
  });
});
