import { expect } from "chai";
import { describe, it } from "mocha";
import {
  allKeys,
  explainHowToSet,
  getEnvironmentVariable,
  getTokenVariableKey,
  OWN_KEYS,
  Settings,
  tokenKeys,
} from "../../../provider/contract/configuration.js";
import { UNKNOWN } from "../../../provider/schema/json.js";

type Values = Record<string, string | undefined>;

function settings(configured: Values, environment: Values = {}, own?: string): Settings {
  const entries = Object.entries(configured).map(([key, value]) => [`vendorcloud:${key}`, value]);
  const values: Values = { ...Object.fromEntries(entries), [OWN_KEYS]: own };
  return new Settings({ get: (key) => values[key] }, environment);
}

const URL_VARIABLE = "VENDORCLOUD_RESOURCE_MANAGER_URL";
const TOKEN_VARIABLE = "VENDORCLOUD_RESOURCE_MANAGER_TOKEN";

describe("Settings.get", () => {
  const variable = (value: string): Values => ({ VENDORCLOUD_SUBSCRIPTION_ID: value });
  const rows: [stack: string | undefined, environment: Values, own: string | undefined, result?: string][] = [
    ["stack", {}, undefined, "stack"],
    ["stack", variable("env"), undefined, "env"],
    [undefined, variable("env"), undefined, "env"],
    ["own", variable("env"), "companyId,subscriptionId", "own"],
    ["stack", variable("env"), "companyId", "env"],
    ["stack", variable(""), undefined, "stack"],
    ["stack", variable(" \n"), undefined, "stack"],
    ["", {}, undefined, undefined],
    // A name that begins with that of the key.
    ["stack", variable("env"), "subscriptionIdX", "env"],
    [undefined, {}, undefined, undefined],
  ];
  for (const [stack, environment, own, result] of rows) {
    it(`is ${result} of ${JSON.stringify({ stack, environment, own })}`, () => {
      expect(settings({ subscriptionId: stack }, environment, own).get("subscriptionId")).to.equal(result);
    });
  }

  it("reads the environment at every call", () => {
    const environment: Values = { VENDORCLOUD_COMPANY_ID: "first" };
    const one = settings({}, environment);
    expect(one.get("companyId")).to.equal("first");
    environment.VENDORCLOUD_COMPANY_ID = "second";
    expect(one.get("companyId")).to.equal("second");
  });
});

describe("Settings.token", () => {
  const named = { resourceManagerToken: "stack", resourceManagerTokenVariable: "MY_TOKEN" };

  it("is that of the variable which the provider names, whatever else is set", () => {
    const environment = { MY_TOKEN: "mine", [TOKEN_VARIABLE]: "env" };
    expect(settings(named, environment, "resourceManagerTokenVariable").token("resourceManager")).to.equal(
      "mine",
    );
  });

  it("is never another account's when the named variable is empty", () => {
    const one = settings(named, { MY_TOKEN: "", [TOKEN_VARIABLE]: "env" }, "resourceManagerTokenVariable");
    expect(() => one.token("resourceManager")).to.throw(
      "Set it with the environment variable MY_TOKEN, which the resource's `Provider` reads.",
    );
  });

  it("is the provider's own before the environment's", () => {
    const one = settings(
      { resourceManagerToken: "own" },
      { [TOKEN_VARIABLE]: "env" },
      "resourceManagerToken",
    );
    expect(one.token("resourceManager")).to.equal("own");
  });

  it("says what sets the one in use", () => {
    const how = (own: string) => settings(named, {}, own).howToSetToken("resourceManager");
    expect(how("resourceManagerToken")).to.equal("`resourceManagerToken` of the resource's `Provider`");
    expect(how("resourceManagerTokenVariable")).to.match(/^the environment variable MY_TOKEN,/);
    expect(settings({}).howToSetToken("resourceManager")).to.equal(
      "`pulumi config set --secret vendorcloud:resourceManagerToken`, or the environment variable " +
        "VENDORCLOUD_RESOURCE_MANAGER_TOKEN, or sign in with `npx -p pulumi-vendorcloud vendorcloud login`",
    );
  });

  it("is known to be that of a variable, which no state keeps", () => {
    const inVariable = (environment: NodeJS.ProcessEnv, own?: string) =>
      settings(named, environment, own).hasTokenInVariable("resourceManager");
    expect(inVariable({})).to.equal(false);
    expect(inVariable({ [TOKEN_VARIABLE]: "env" })).to.equal(true);
    expect(inVariable({ [TOKEN_VARIABLE]: "env" }, "resourceManagerToken")).to.equal(false);
    expect(inVariable({}, "resourceManagerTokenVariable")).to.equal(true);
  });

  it("when missing names the command and the variable", () => {
    expect(() => settings({}).token("apps")).to.throw(
      "no token is configured. Set it with `pulumi config set --secret vendorcloud:appsToken`, " +
        "or the environment variable VENDORCLOUD_APPS_TOKEN.",
    );
  });
});

describe("Settings.address", () => {
  it("has no slash at its end", () => {
    expect(settings({ appsUrl: "https://apps.example/v0//" }).address("apps")).to.equal(
      "https://apps.example/v0",
    );
  });

  it("has no blanks around it", () => {
    expect(settings({}, { [URL_VARIABLE]: " https://a.example \n" }).address("resourceManager")).to.equal(
      "https://a.example",
    );
  });

  it("is not used with a query, a fragment or user information, by an operation without a check either", () => {
    for (const url of [
      "https://a.example?x=canary",
      "https://a.example/#canary",
      "https://me:canary@a.example",
    ])
      expect(() => settings({ businessUrl: url }).address("business"))
        .to.throw(/^vendorcloud:businessUrl: the address /)
        .with.property("message")
        .that.does.not.include("canary");
  });

  it("when missing names the command and the variable", () => {
    expect(() => settings({}).address("resourceManager")).to.throw(
      "no address is configured. Set it with `pulumi config set vendorcloud:resourceManagerUrl <value>`, " +
        "or the environment variable VENDORCLOUD_RESOURCE_MANAGER_URL.",
    );
  });
});

describe("Settings, numbers and strategies", () => {
  it("are those that are set, else the fallback", () => {
    const one = settings({ maxConcurrency: "7", retryStrategy: "fixed" });
    expect(one.number("maxConcurrency", 5)).to.equal(7);
    expect(one.number("retryMaxAttempts", 5)).to.equal(5);
    expect(one.optionalNumber("pollIntervalSeconds")).to.equal(undefined);
    expect(one.retry).to.include({ retryStrategy: "fixed", retryMaxAttempts: 5, retryBaseDelayMs: 1000 });
    expect(settings({}).retry.retryStrategy).to.equal("randomized");
  });

  it("an unknown strategy is an error, as a refresh comes without a check", () => {
    expect(() => settings({ retryStrategy: "random" }).retry).to.throw(
      "vendorcloud:retryStrategy: must be one of fixed, incremental, exponential, randomized.",
    );
  });
});

describe("Settings.problems", () => {
  const address = { resourceManagerUrl: "https://a.example" };
  const problems = (values: Values, environment: Values = {}) =>
    settings({ ...address, ...values }, environment).problems("resourceManager");

  it("are none of a complete configuration, which needs no token", () => {
    expect(
      problems({ retryStrategy: "incremental", maxConcurrency: "3", pollIntervalSeconds: "0.5" }),
    ).to.deep.equal([]);
  });

  it("a missing address is reported with what sets it; that of another service is not", () => {
    expect(problems({ resourceManagerUrl: undefined })).to.deep.equal([
      {
        path: "vendorcloud:resourceManagerUrl",
        message: `required. Set it with ${explainHowToSet("resourceManagerUrl")}`,
      },
    ]);
  });

  for (const url of [
    "service.example",
    "http://service.example",
    "ftp://x.example",
    "https://me:canary@x.example",
    "https://canary@x.example",
    "https://x.example?sig=canary",
    "https://x.example/base/?",
    "https://x.example/#canary",
    "https://x.example#",
    "http://127.0.0.1:8180/?canary",
  ]) {
    it(`${url} is no address, and is not shown`, () => {
      const [problem, ...others] = problems({ resourceManagerUrl: url });
      expect(problem?.path).to.equal("vendorcloud:resourceManagerUrl");
      expect(problem?.message).to.match(/^the address /);
      expect(problem?.message).not.to.include("canary");
      expect(others).to.deep.equal([]);
    });
  }

  it("an address on this machine needs no https", () => {
    expect(problems({ resourceManagerUrl: "http://127.0.0.1:8180" })).to.deep.equal([]);
  });

  for (const value of ["abc", "0", "-1", "Infinity", "NaN", "1,5"]) {
    it(`${value} is no number above 0`, () => {
      expect(problems({ requestTimeoutSeconds: value })).to.deep.equal([
        { path: "vendorcloud:requestTimeoutSeconds", message: "must be a number greater than 0" },
      ]);
    });
  }

  it("an unknown strategy names the known ones", () => {
    expect(problems({ retryStrategy: "often" })).to.deep.equal([
      {
        path: "vendorcloud:retryStrategy",
        message: "must be one of fixed, incremental, exponential, randomized",
      },
    ]);
  });

  it("values that are not known yet are none", () => {
    expect(
      problems({ resourceManagerUrl: UNKNOWN, maxConcurrency: UNKNOWN, retryStrategy: UNKNOWN }),
    ).to.deep.equal([]);
  });

  it("all come at once", () => {
    const found = problems({ resourceManagerUrl: undefined, maxConcurrency: "x", retryStrategy: "x" });
    expect(found).to.have.length(3);
  });

  it("a wrong variable is found as well", () => {
    expect(problems({}, { [URL_VARIABLE]: "x" }).map(({ path }) => path)).to.deep.equal([
      "vendorcloud:resourceManagerUrl",
    ]);
  });
});

describe("names of keys", () => {
  it("every key has a variable of its own", () => {
    expect(new Set(allKeys.map(getEnvironmentVariable)).size).to.equal(allKeys.length);
    expect(getEnvironmentVariable("retryBaseDelayMs")).to.equal("VENDORCLOUD_RETRY_BASE_DELAY_MS");
  });

  it("every token has a key that names a variable", () => {
    expect(tokenKeys.map(getTokenVariableKey)).to.deep.equal([
      "resourceManagerTokenVariable",
      "businessTokenVariable",
      "appsTokenVariable",
    ]);
  });
});
