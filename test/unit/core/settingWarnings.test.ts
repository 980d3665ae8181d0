import { expect } from "chai";
import { describe, it } from "mocha";
import { warnOfSettings } from "../../../provider/core/configuredArguments.js";
import { UNKNOWN } from "../../../provider/schema/json.js";
import { containerGroupSchema } from "../../../provider/services/containerGroups/schema.js";
import { testContext } from "../support/hooks.js";

describe("warnings of settings", () => {
  const [DEV, PROD] = ["11111111-2222-3333-4444-555555555555", "22222222-2222-3333-4444-555555555555"];
  const argumentsOf = (before: string | undefined, after: string, own?: string) => ({
    news: own === undefined ? {} : { subscriptionId: own },
    oldArgs: before === undefined ? {} : { subscriptionId: before },
    args: { subscriptionId: after },
  });
  const warningsOf = (...all: ReturnType<typeof argumentsOf>[]) => {
    const context = testContext({ subscriptionId: PROD });
    for (const one of all) warnOfSettings(containerGroupSchema, one, context);
    return context.log.warnings;
  };

  it("name one that moves a resource, with both values and its place, once for all resources", () => {
    expect(warningsOf(argumentsOf(DEV, PROD), argumentsOf(DEV, PROD))).to.deep.equal([
      `subscriptionId: ${DEV} in the state, ${PROD} in vendorcloud:subscriptionId. The difference replaces every resource whose ` +
        "program does not set `subscriptionId`. If you do not mean this, correct the setting.",
    ]);
  });

  it("name a subscription that is no GUID, also one of the program", () => {
    const expected = ["subscriptionId: prod is not a GUID; sent unchanged."];
    expect(warningsOf(argumentsOf(undefined, "prod"))).to.deep.equal(expected);
    expect(warningsOf(argumentsOf(DEV, "prod", "prod"))).to.deep.equal(expected);
  });

  it("are none for what the program sets, another case, an unknown value, and what the state has", () => {
    expect(
      warningsOf(
        argumentsOf(DEV, PROD, PROD),
        argumentsOf(undefined, PROD),
        argumentsOf(DEV, DEV),
        argumentsOf("prod", "prod"),
        argumentsOf(DEV, UNKNOWN),
      ),
    ).to.deep.equal([]);
  });
});
