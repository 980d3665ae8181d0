import { expect } from "chai";
import { describe, it } from "mocha";
import { UNKNOWN } from "../../../provider/schema/json.js";
import { formatObjectKey } from "../../../provider/schema/objectKey.js";
import { containerGroupSchema } from "../../../provider/services/containerGroups/schema.js";

const address = { subscriptionId: "s", resourceGroupName: "demo", containerGroupName: "web" };
const keyOf = (args: object) => formatObjectKey(containerGroupSchema, { ...address, ...args });

describe("the key of an object", () => {
  it("is the same for two spellings of one address, whatever else is declared", () => {
    expect(keyOf({ containerGroupName: "WEB", osType: "Linux" })).to.equal(keyOf({}));
    expect(keyOf({ containerGroupName: "other" })).not.to.equal(keyOf({}));
  });

  for (const [what, part] of [
    ["missing", undefined],
    ["unknown", UNKNOWN],
    ["no text", 7],
  ] as const) {
    it(`is none while a part of the address is ${what}`, () => {
      expect(keyOf({ containerGroupName: part })).to.equal(undefined);
    });
  }

  it("is that of other arguments where these identify the object", () => {
    const [one, same, other] = ["Linux", "LINUX", "Windows"].map((osType) =>
      formatObjectKey(containerGroupSchema, { ...address, containerGroupName: osType, osType }, ["osType"]),
    );
    expect(one).to.equal(same).and.not.to.equal(other);
  });
});
