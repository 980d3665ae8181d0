import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { describe, it } from "mocha";
import { OWN_KEYS } from "../../../provider/config.js";
import { Provider } from "../../../provider/engine/provider.js";
import type { ProviderArgs } from "../../../provider/types/provider.js";
import { runProgram } from "../support/mocks.js";

const SECRET = { [pulumi.runtime.specialSigKey]: pulumi.runtime.specialSecretSig };

async function propertiesOf(args?: ProviderArgs, config: Record<string, string> = {}) {
  const { registered } = await runProgram(() => void new Provider("other", args), { config });
  const [provider] = registered;
  expect(provider?.type).to.equal("pulumi:providers:pulumi-nodejs");
  return provider?.inputs ?? {};
}

describe("Provider", () => {
  it("passes its arguments on under the keys of the configuration, and tells which are its own", async () => {
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

  it("passes on the name of a variable, which is no secret", async () => {
    expect(await propertiesOf({ appsTokenVariable: "OTHER_TOKEN" })).to.deep.equal({
      "vendorcloud:appsTokenVariable": "OTHER_TOKEN",
      [OWN_KEYS]: "appsTokenVariable",
    });
  });

  it("leaves out what is undefined, and needs no arguments at all", async () => {
    expect(await propertiesOf({ companyId: undefined, appsUrl: undefined })).to.deep.equal({
      [OWN_KEYS]: "",
    });
    expect(await propertiesOf()).to.deep.equal({ [OWN_KEYS]: "" });
  });

  it("an Output of undefined is no text `undefined`", async () => {
    const args = { companyId: pulumi.output(undefined) } as ProviderArgs;
    expect(Object.values(await propertiesOf(args))).not.to.include("undefined");
  });
});
