import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { Provider } from "../../../provider/dynamic/provider.js";
import { AppUserRemoval } from "../../../provider/services/apps/resource.js";
import { runProgram } from "../support/mocks.js";

const args = { ownerName: "demo", appName: "shop", userEmail: "grace@shop.example" };

describe("warnings of the configuration", () => {
  const { warn } = pulumi.log;
  let warnings: string[];
  beforeEach(() => {
    warnings = [];
    Object.assign(pulumi.log, { warn: (message: string) => void warnings.push(message) });
  });
  afterEach(() => {
    Object.assign(pulumi.log, { warn });
    pulumi.runtime.setAllConfig({}, []);
  });

  const program = () => {
    new Provider("other");
    for (const name of ["one", "two"]) new AppUserRemoval(name, args);
  };

  it("name each unknown key once in a program, in every program", async () => {
    const config = {
      "vendorcloud:appsUlr": "https://apps.example",
      "vendorcloud:maxconcurrency": "5",
      "vendorcloud:sparkle": "1",
      "vendorcloud:companyId": "known",
      "shop:appsUlr": "another's",
    };
    const expected = [
      "vendorcloud:appsUlr: unknown configuration key; did you mean vendorcloud:appsUrl?",
      "vendorcloud:maxconcurrency: unknown configuration key; did you mean vendorcloud:maxConcurrency?",
      "vendorcloud:sparkle: unknown configuration key",
    ];
    await runProgram(program, { config });
    expect(warnings).to.deep.equal(expected);
    await runProgram(program, { config });
    expect(warnings).to.deep.equal([...expected, ...expected]);
  });

  it("leave the keys of a project of that name alone", async () => {
    await runProgram(program, { project: "vendorcloud", config: { "vendorcloud:price": "5" } });
    expect(warnings).to.deep.equal([]);
  });

  it("name a token that is not a secret, not its value", async () => {
    const config = { "vendorcloud:appsToken": "canary", "vendorcloud:businessToken": "canary" };
    await runProgram(program, { config, secretKeys: ["vendorcloud:businessToken"] });
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.match(/^vendorcloud:appsToken is not configured as a secret/);
    expect(warnings[0]).not.to.include("canary");
  });
});
