import { expect } from "chai";
import { describe, it } from "mocha";
import * as build from "../../../provider/schema/build.js";
import { isSame } from "../../../provider/schema/compare.js";

describe("the words that schemas are written with", () => {
  const description = "A field.";
  const items = { type: "string", description: "An item." } as const;

  it("say which spellings are the same value", () => {
    const item = build.object("Item", description, { name: build.text(description) });
    const items = [{ name: "a" }, { name: "b" }];
    for (const [schema, a, b, expected] of [
      [build.text(description), "a", "A", false],
      [build.resourceId(description), "a", "A", true],
      [build.resourceId(description), "a b", "ab", false],
      [build.choice(description, ["One"]), "One", "oNE", true],
      [build.openChoice(description, ["One"]), "Two", "two", true],
      [build.openChoice(description, ["One"]), "Two b", "Twob", false],
      [build.option(description, ["One two"]), "One two", "onetwo", true],
      [build.guid(description), "", "00000000-0000-0000-0000-000000000000", true],
      [build.url(description), "https://a.example", "https://A.example/", true],
      [build.setOf(description, build.text(description)), ["a", "b"], ["b", "a"], true],
      [build.list(description, build.text(description)), ["a", "b"], ["b", "a"], false],
      [build.keyedList(["name"], description, item), items, [...items].reverse(), true],
    ] as const)
      expect(isSame(schema, a, b), JSON.stringify([a, b])).to.equal(expected);
  });

  it("take more rules, and others in place of their own", () => {
    const extra = { computed: true, caseInsensitive: false };
    for (const schema of [
      ...[build.text, build.boolean, build.number, build.int32, build.resourceId, build.url, build.guid].map(
        (word) => word(description, extra),
      ),
      ...[build.choice, build.openChoice, build.option].map((word) => word(description, ["A"], extra)),
      ...[build.anything, build.anyObject].map((word) => word(description, extra)),
      ...[build.mapOf, build.setOf, build.list].map((word) => word(description, items, extra)),
      build.keyedList(["name"], description, items, extra),
      build.object("Title", description, {}, extra),
    ])
      expect(schema).to.include(extra);
  });
});
