import { expect } from "chai";
import { describe, it } from "mocha";
import {
  allKeys,
  explainHowToSet,
  getEnvironmentVariable,
  OWN_KEYS,
} from "../../../provider/contract/configuration.js";
import { Settings } from "../../../provider/contract/settings.js";

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
    ["own", variable("env"), "companyId,subscriptionId", "own"],
    ["stack", variable(""), undefined, "stack"],
    ["stack", variable(" \n"), undefined, "stack"],
    ["", {}, undefined, undefined],
    // A name that begins with that of the key.
    ["stack", variable("env"), "subscriptionIdX", "env"],
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

  it("is never another account's when the named variable is empty", () => {
    const one = settings(named, { MY_TOKEN: "", [TOKEN_VARIABLE]: "env" }, "resourceManagerTokenVariable");
    expect(() => one.token("resourceManager")).to.throw(
      "Set it with the environment variable MY_TOKEN, which the resource's `Provider` reads.",
    );
  });

  it("is known to be that of a variable, which no state keeps", () => {
    const one = settings(named, {}, "resourceManagerTokenVariable");
    expect(one.tokenSource("resourceManager").isCurrent).to.equal(true);
  });

  it("when missing names the command and the variable", () => {
    expect(() => settings({}).token("apps")).to.throw(
      "no token is configured. Set it with `pulumi config set --secret vendorcloud:appsToken`, " +
        "or the environment variable VENDORCLOUD_APPS_TOKEN.",
    );
  });
});

describe("Settings.tokenSource", () => {
  const PLACES = ["own", "environment", "stack", "nowhere"];

  for (const token of PLACES) {
    it(`is used where it is nearer to the program than a token from ${token}`, () => {
      for (const command of PLACES) {
        const places = { appsToken: token, appsTokenCommand: command };
        const keysAt = (...wanted: string[]) =>
          allKeys.filter((key) => wanted.includes((places as Values)[key] ?? ""));
        const environment = keysAt("environment").map((key) => [getEnvironmentVariable(key), key]);
        const one = settings(
          Object.fromEntries(keysAt("own", "stack").map((key) => [key, key])),
          Object.fromEntries(environment),
          keysAt("own").join(),
        );
        const isUsed = PLACES.indexOf(command) < PLACES.indexOf(token);
        expect(one.tokenSource("apps").command).to.equal(isUsed ? "appsTokenCommand" : undefined);
        expect(one.hasToken("apps")).to.equal(isUsed || token !== "nowhere");
        expect(one.tokenSource("apps").isCurrent).to.equal(isUsed || token === "environment");
        const how = "the command in `vendorcloud:appsTokenCommand`";
        expect(one.howToSetToken("apps") === how).to.equal(isUsed);
      }
    });
  }
});

describe("Settings.tokenSource, with a variable", () => {
  const FROM_COMMAND = { appsTokenVariable: "MY_TOKEN", appsTokenCommand: "print" };

  it("is never the command of another account", () => {
    for (const own of ["appsToken", "appsTokenVariable"]) {
      const source = settings({ ...FROM_COMMAND, appsToken: "" }, {}, own).tokenSource("apps");
      expect([source.token, source.command]).to.deep.equal([undefined, undefined]);
    }
  });

  it("is the variable that another variable names", () => {
    const environment = { VENDORCLOUD_APPS_TOKEN_VARIABLE: "MY_TOKEN", MY_TOKEN: "mine" };
    expect(settings({ appsToken: "stack" }, environment).token("apps")).to.equal("mine");
  });
});

describe("Settings.tokens", () => {
  it("are those of all services that are long enough to be no other word", () => {
    const [long, short] = ["x".repeat(12), "y".repeat(11)];
    expect(settings({ businessToken: long, appsToken: short }).tokens()).to.deep.equal([long]);
  });

  it("are also those that another place overrides, and those of named variables", () => {
    const [stack, environment, named] = ["stack", "environment", "named"].map((name) => name.padEnd(12, "."));
    const one = settings(
      { appsToken: stack, businessTokenVariable: "NAMED" },
      { VENDORCLOUD_APPS_TOKEN: environment, NAMED: named },
    );
    expect(one.tokens()).to.have.members([stack, environment, named]);
  });
});

describe("Settings.address", () => {
  it("has no slash at its end, and no blanks around it", () => {
    const environment = { [URL_VARIABLE]: " https://a.example/v0// \n" };
    expect(settings({}, environment).address("resourceManager")).to.equal("https://a.example/v0");
  });

  it("is not used where it has a problem, by an operation without a check either", () => {
    expect(() => settings({ businessUrl: "https://a.example?x=canary" }).address("business")).to.throw(
      "vendorcloud:businessUrl: the address must not have a query (?) or a fragment (#).",
    );
  });

  it("is that of the public service with the profile `azure`, unless another one is configured", () => {
    const address = (values: Values) => settings({ profile: "azure", ...values }).address("resourceManager");
    expect(address({})).to.equal("https://management.azure.com");
    expect(address({ resourceManagerUrl: "https://a.example" })).to.equal("https://a.example");
    expect(() => settings({ profile: "azure" }).address("apps")).to.throw("vendorcloud:appsUrl: required.");
  });
});

describe("Settings, numbers and strategies", () => {
  it("are those that are set, else the defaults", () => {
    const values = {
      maxConcurrency: "7",
      retryMaxAttempts: "2",
      retryBaseDelayMs: "3",
      retryMaxDelayMs: "4",
    };
    const one = settings({ ...values, retryStrategy: "fixed" });
    expect([one.number("maxConcurrency"), one.number("pollIntervalSeconds")]).to.deep.equal([7, undefined]);
    expect([one.retry, settings({}).retry].map(Object.values)).to.deep.equal([
      ["fixed", 2, 3, 4],
      ["randomized", 5, 1000, 30_000],
    ]);
  });

  it("with a value that is none are an error, as a refresh comes without a check", () => {
    expect(() => settings({ pollIntervalSeconds: "500ms" }).number("pollIntervalSeconds")).to.throw(
      "vendorcloud:pollIntervalSeconds: must be a number greater than 0.",
    );
    expect(() => settings({ retryStrategy: "random" }).retry).to.throw(
      "vendorcloud:retryStrategy: must be one of fixed, incremental, exponential, randomized.",
    );
  });
});

describe("Settings.problems", () => {
  const problems = (values: Values) =>
    settings({ resourceManagerUrl: "https://a.example", ...values }).problems("resourceManager");

  for (const [fact, values] of Object.entries({
    "a complete configuration, which needs no token": { retryStrategy: "fixed", pollIntervalSeconds: "0.5" },
    "an address that the profile has": { resourceManagerUrl: undefined, profile: "azure" },
    "the missing address of another service": { businessUrl: undefined },
  }))
    it(`are none of ${fact}`, () => expect(problems(values)).to.deep.equal([]));

  it("are a profile other than the one that a resource needs", () => {
    const found = (profile?: string) =>
      settings({ profile, businessUrl: "https://a.example" }).problems("business", "azure");
    expect(found("azure")).to.deep.equal([]);
    for (const profile of [undefined, "vendor"])
      expect(found(profile)).to.deep.equal([
        {
          path: "vendorcloud:profile",
          message: `must be \`azure\`: the services of \`vendor\` do not have this resource. Set it with ${explainHowToSet("profile")}`,
        },
      ]);
  });

  it("come all at once, each with what sets it or what it may be", () => {
    const values = { resourceManagerUrl: undefined, maxConcurrency: "x", retryStrategy: "often" };
    expect(problems(values).map(({ path, message }) => `${path}: ${message}`)).to.deep.equal([
      `vendorcloud:resourceManagerUrl: required. Set it with ${explainHowToSet("resourceManagerUrl")}`,
      "vendorcloud:maxConcurrency: must be a number greater than 0",
      "vendorcloud:retryStrategy: must be one of fixed, incremental, exponential, randomized",
    ]);
  });

  for (const url of [
    "service.example",
    "https://canary@x.example",
    "https://x.example?sig=canary",
    "https://x.example/#canary",
  ]) {
    it(`${url} is no address, and is not shown`, () => {
      const [problem, ...others] = problems({ resourceManagerUrl: url });
      expect(problem?.path).to.equal("vendorcloud:resourceManagerUrl");
      expect(problem?.message)
        .to.match(/^the address /)
        .and.not.include("canary");
      expect(others).to.deep.equal([]);
    });
  }

  for (const value of ["abc", "0", "-1", "Infinity", "NaN", "1,5"]) {
    it(`${value} is no number above 0`, () => {
      expect(problems({ requestTimeoutSeconds: value })).to.have.length(1);
    });
  }
});
