import { expect } from "chai";
import { beforeEach, describe, it } from "mocha";
import { allKeys } from "../../../../provider/contract/configuration.js";
import { type JsonObject, UNKNOWN } from "../../../../provider/schema/json.js";
import { Secret } from "../../../../provider/schema/secret.js";
import { useEnvironment } from "../../../support/environment.js";
import { args } from "../../support/groupService.js";
import { ADDRESS, TOKEN } from "../../support/hooks.js";
import { useMockedNetwork } from "../../support/mockedNetwork.js";
import { configured, setUp, URN } from "../../support/nativeProvider.js";

describe("the native provider, by its own arguments", () => {
  useMockedNetwork();
  const useVariables = useEnvironment();
  const { subscriptionId: _, ...rest } = args;

  it("reports what is wrong with its own arguments, and keeps each token a secret", () => {
    const values = { resourceManagerToken: TOKEN, businesUrl: "https://a.example", version: "1.0.0" };
    const { inputs, failures } = setUp().provider.checkConfiguration(values, false);
    expect(failures).to.deep.equal(["unknown argument businesUrl; did you mean businessUrl?"]);
    expect(inputs.resourceManagerToken).to.deep.equal(new Secret(TOKEN));
  });

  it("reports an argument of the wrong type; numbers may be texts", () => {
    const values = {
      subscriptionId: { a: 1 },
      companyId: new Secret([1]),
      appsUrl: true,
      maxConcurrency: "3",
    };
    const others = { retryMaxAttempts: 3, businessUrl: null, erpApiVersion: UNKNOWN };
    expect(setUp().provider.checkConfiguration({ ...values, ...others }, false).failures).to.deep.equal([
      "subscriptionId: must be a string, got an object",
      "companyId: must be a string, got an array",
      "appsUrl: must be a string, got a boolean",
    ]);
  });

  it("takes a variable of the environment where the stack is configured, or an argument of an explicit provider is null", async () => {
    useVariables({ VENDORCLOUD_SUBSCRIPTION_ID: "of-the-environment" });
    const checked = async (isDefault: boolean, subscriptionId: string | null = "of-the-provider") => {
      const { provider } = setUp({ ...configured, subscriptionId }, isDefault);
      return (await provider.check(URN, undefined, rest)).inputs.subscriptionId;
    };
    expect(await checked(true)).to.equal("of-the-environment");
    expect(await checked(false)).to.equal("of-the-provider");
    expect(await checked(false, null)).to.equal("of-the-environment");
  });

  describe("with the configuration of a stack beside its arguments", () => {
    const stack = { resourceManagerUrl: ADDRESS, subscriptionId: "of-the-stack", "a b": "other" };
    const checked = async (values: JsonObject, isDefault = false) => {
      const { provider } = setUp();
      const { inputs } = provider.checkConfiguration(values, isDefault);
      provider.configure(inputs, isDefault);
      const group = await provider.check(URN, undefined, rest);
      return { inputs, subscriptionId: group.inputs.subscriptionId, failures: group.failures };
    };
    beforeEach(() => useVariables({ PULUMI_CONFIG: JSON.stringify(stack) }));

    it("completes the arguments of an explicit provider by it, as secrets", async () => {
      const { inputs, subscriptionId, failures } = await checked({ maxConcurrency: "3" });
      expect([subscriptionId, failures]).to.deep.equal(["of-the-stack", []]);
      expect(inputs).to.deep.include({
        maxConcurrency: "3",
        resourceManagerUrl: new Secret(ADDRESS),
        subscriptionId: new Secret("of-the-stack"),
      });
      expect(inputs).not.to.have.property("a b");
    });

    it("completes them by every key of the configuration", () => {
      useVariables({ PULUMI_CONFIG: JSON.stringify(Object.fromEntries(allKeys.map((key) => [key, "x"]))) });
      const { inputs } = setUp().provider.checkConfiguration({}, false);
      expect(inputs).to.include.keys(allKeys);
    });

    it("takes an argument of the provider first, then a variable of the environment", async () => {
      useVariables({ VENDORCLOUD_SUBSCRIPTION_ID: "of-the-environment" });
      expect((await checked({})).subscriptionId).to.equal("of-the-environment");
      expect((await checked({ subscriptionId: "own" })).subscriptionId).to.equal("own");
    });

    it("leaves complete arguments, and those of the engine's own providers, as they are", async () => {
      const own = { resourceManagerUrl: ADDRESS, subscriptionId: "own" };
      expect((await checked(own)).inputs).to.deep.equal(own);
      expect((await checked({ resourceManagerUrl: ADDRESS }, true)).inputs).to.deep.equal({
        resourceManagerUrl: ADDRESS,
      });
    });

    it("takes a provider that a program has named `default` for what it is", async () => {
      useVariables({ VENDORCLOUD_SUBSCRIPTION_ID: "of-the-environment" });
      const { inputs, subscriptionId } = await checked({ subscriptionId: new Secret("own") }, true);
      expect(subscriptionId).to.equal("own");
      expect(inputs.resourceManagerUrl).to.deep.equal(new Secret(ADDRESS));
      const complete = { resourceManagerUrl: ADDRESS, subscriptionId: "own" };
      expect((await checked(complete, true)).subscriptionId).to.equal("own");
      const engines = { resourceManagerUrl: ADDRESS, subscriptionId: "of-the-stack", version: "1.0.0" };
      expect((await checked(engines, true)).subscriptionId).to.equal("of-the-environment");
    });

    it("does without one that it cannot read", async () => {
      for (const text of ["", "{", "[]", "null", '{"subscriptionId":{"a":1}}']) {
        useVariables({ PULUMI_CONFIG: text });
        expect((await checked({ resourceManagerUrl: ADDRESS })).inputs).to.deep.equal({
          resourceManagerUrl: ADDRESS,
        });
      }
    });
  });
});
