import { expect } from "chai";
import { describe, it } from "mocha";
import { text } from "../../../provider/schema/build.js";
import { UNKNOWN } from "../../../provider/schema/json.js";
import type { ResourceSchema } from "../../../provider/schema/keywords.js";
import { formatObjectKey } from "../../../provider/schema/resourceId.js";
import { createValidator } from "../../../provider/schema/validate.js";
import { containerGroupSchema } from "../../../provider/services/containerGroups/schema.js";

/** The problems of a value that is a part of a resource's path, or is not. */
function problemsOf(value: string, field: Parameters<typeof text>[1] = { identity: true }): string[] {
  const schema: ResourceSchema = {
    ...{ type: "object", title: "Made", description: "" },
    properties: { name: text("", field) },
  };
  return createValidator(schema)({ name: value }).problems.map(({ message }) => message);
}

const BLANK = "must not begin or end with white space or contain control characters";
const SLASH = "must be a name without a slash";

describe("a part of a resource's path", () => {
  for (const [value, ...problems] of [
    ["a name.with-everything"],
    ["..."],
    [" a", BLANK],
    ["a ", BLANK],
    ["a\u0000b", BLANK],
    ["a/b", SLASH],
    [".", SLASH],
    ["..", SLASH],
  ] as const) {
    it(`${JSON.stringify(value)}: ${problems[0] ?? "is one"}`, () =>
      expect(problemsOf(value)).to.deep.equal(problems));
  }

  it("may have a slash in it where it is an e-mail address, and is none but an address", () => {
    const email = { identity: true, format: "email" } as const;
    expect(problemsOf("a/b@example.com", email)).to.deep.equal([]);
    for (const none of ["a", "@a", "a@"]) expect(problemsOf(none, email)).to.have.length(1);
  });

  it("has rules that no other text has", () => {
    for (const value of [" a ", "a/b", ".."]) expect(problemsOf(value, {})).to.deep.equal([]);
  });
});

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
