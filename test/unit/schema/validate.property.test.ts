import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { type JsonObject, UNKNOWN } from "../../../provider/schema/json.js";
import { createValidator } from "../../../provider/schema/validate.js";
import { containerGroupSchema as schema } from "../../../provider/services/containerGroups/schema.js";
import { anyGroup, sampleContainer, sampleGroup } from "../support/groups.js";

const validate = createValidator(schema);

describe("createValidator, for any group", () => {
  it("accepts any group of the generator", () => {
    fc.assert(fc.property(anyGroup, (group) => void expect(validate(group).problems).to.deep.equal([])));
  });

  it("accepts an unknown value in any place", () => {
    fc.assert(
      fc.property(anyGroup, fc.infiniteStream(fc.nat(3)), (group, choices) => {
        const partly = withUnknown(group, choices) as JsonObject;
        expect(validate(partly).problems, JSON.stringify(partly)).to.deep.equal([]);
      }),
      { numRuns: 500 },
    );
  });

  it("does not let an unknown name hide what is wrong beside it", () => {
    const { resources } = sampleContainer("b");
    const items = [
      { name: UNKNOWN, resources },
      { name: "b", image: 5, resources },
    ];
    const { problems } = validate(sampleGroup({ containers: items, ipAddress: undefined }));
    expect(problems.map(({ path, message }) => `${path}: ${message}`)).to.have.members([
      "containers[#0].image: required",
      "containers[b].image: must be a string, got a number",
    ]);
  });

  it("never shows a value", () => {
    const canary = "canary-0815";
    const wrong: unknown[] = [
      canary,
      { [canary]: canary },
      [canary],
      [{ value: canary, secureValue: canary }],
    ];
    const fields = Object.keys(schema.properties);
    for (const value of wrong) {
      const group = Object.fromEntries(fields.map((field) => [field, value]));
      const inside = {
        containers: [Object.fromEntries(["image", "ports", "resources"].map((name) => [name, value]))],
      };
      for (const args of [group, sampleGroup(inside)]) {
        const { problems, warnings } = validate(args);
        expect(problems).not.to.deep.equal([]);
        expect([...problems, ...warnings].map(({ message }) => message).join()).not.to.include(canary);
      }
    }
  });
});

/** `value` with an unknown one in place of a few of its parts. */
function withUnknown(value: unknown, choices: fc.Stream<number>): unknown {
  if (choices.next().value === 3) return UNKNOWN;
  if (Array.isArray(value)) return value.map((item) => withUnknown(item, choices));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, withUnknown(child, choices)]),
  );
}
