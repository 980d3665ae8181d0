import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { describe, it } from "mocha";
import { ARGUMENT_PROBLEMS, OWN_KEYS } from "../../../../provider/contract/configuration.js";
import { Settings } from "../../../../provider/contract/settings.js";
import type { ProviderArgs } from "../../../../provider/generated/provider.js";
import { Provider } from "../../../../provider/protocols/dynamic/provider.js";
import { received } from "../../../protocols/stateValues.js";
import { configuration } from "../../support/hooks.js";
import { runProgram } from "../../support/mocks.js";

const SECRET = { [pulumi.runtime.specialSigKey]: pulumi.runtime.specialSecretSig };

async function propertiesOf(
  args?: ProviderArgs,
  config: Record<string, string> = {},
  secretKeys: string[] = [],
) {
  const { registered } = await runProgram(() => void new Provider("other", args), { config, secretKeys });
  const [provider] = registered;
  expect(provider?.type).to.equal("pulumi:providers:pulumi-nodejs");
  return provider?.inputs ?? {};
}

describe("Provider", () => {
  it("passes its arguments on under the keys of the configuration, and marks its own", async () => {
    const args = {
      resourceManagerUrl: "https://a.example",
      maxConcurrency: 3,
      companyId: pulumi.output("c"),
    };
    expect(await propertiesOf(args)).to.deep.equal({
      "vendorcloud:resourceManagerUrl": "https://a.example",
      "vendorcloud:maxConcurrency": "3",
      "vendorcloud:companyId": "c",
      [OWN_KEYS]: "resourceManagerUrl,maxConcurrency,companyId",
    });
  });

  it("fills in the stack's configuration, which is not its own", async () => {
    const config = { "vendorcloud:subscriptionId": "stack", "vendorcloud:companyId": "stack" };
    expect(await propertiesOf({ companyId: "own" }, config)).to.deep.equal({
      "vendorcloud:subscriptionId": "stack",
      "vendorcloud:companyId": "own",
      [OWN_KEYS]: "companyId",
    });
  });

  it("keeps tokens secret, given or configured", async () => {
    const config = { "vendorcloud:businessToken": "stack" };
    const properties = await propertiesOf({ resourceManagerToken: "own" }, config);
    expect(properties["vendorcloud:resourceManagerToken"]).to.deep.equal({ ...SECRET, value: "own" });
    expect(properties["vendorcloud:businessToken"]).to.deep.equal({ ...SECRET, value: "stack" });
  });

  it("keeps a value secret that is a secret in the stack's configuration", async () => {
    const key = "vendorcloud:businessTokenCommand";
    const properties = await propertiesOf({}, { [key]: "fetch --key canary" }, [key]);
    expect(properties[key]).to.deep.equal({ ...SECRET, value: "fetch --key canary" });
  });

  it("leaves an Output without a value to the stack's configuration", async () => {
    const args = { companyId: pulumi.output(undefined), subscriptionId: pulumi.output("own") };
    expect(await propertiesOf(args as ProviderArgs)).to.deep.equal({
      "vendorcloud:subscriptionId": "own",
      [OWN_KEYS]: "subscriptionId",
    });
  });

  it("leaves out what is undefined, and needs no arguments at all", async () => {
    expect(await propertiesOf({ companyId: undefined, appsUrl: undefined })).to.deep.equal({
      [OWN_KEYS]: "",
    });
    expect(await propertiesOf()).to.deep.equal({ [OWN_KEYS]: "" });
  });

  const wrong: [args: unknown, ...problems: string[]][] = [
    [
      { subscriptonId: "s", sparkle: 1 },
      "unknown argument subscriptonId; did you mean subscriptionId?",
      "unknown argument sparkle",
    ],
    [
      { maxConcurrency: "5", companyId: 5, appsUrl: ["x"], businessUrl: pulumi.output({}) },
      "maxConcurrency: must be a number, got a string",
      "companyId: must be a string, got a number",
      "appsUrl: must be a string, got an array",
      "businessUrl: must be a string, got an object",
    ],
    [{ appsToken: pulumi.secret({ canary: "canary" }) }, "appsToken: must be a string, got an object"],
    ["https://a.example", "must be an object, got a string"],
  ];
  for (const [args, ...expected] of wrong) {
    it(`does not throw, and check reports ${expected.join("; ")}`, async () => {
      const properties = await propertiesOf(args as ProviderArgs);
      const found = new Settings(configuration(received(properties) as Record<string, string>), {}).problems(
        "apps",
      );
      const own = found.filter(({ path }) => path === "Provider 'other'");
      expect(own.map(({ message }) => message)).to.have.members(expected);
      const { [ARGUMENT_PROBLEMS]: _, ...others } = properties;
      expect(JSON.stringify(others)).not.to.match(/canary|object Object|sparkle/);
    });
  }
});
