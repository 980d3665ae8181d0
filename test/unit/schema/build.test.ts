import { expect } from "chai";
import { describe, it } from "mocha";
import * as build from "../../../provider/schema/build.js";
import { isSame } from "../../../provider/schema/compare.js";
import type { Schema } from "../../../provider/schema/keywords.js";
import { createValidator } from "../../../provider/schema/validate.js";
import { toWire } from "../../../provider/schema/wire.js";

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
      [build.choice(description, { One: "" }), "One", "oNE", true],
      [build.openChoice(description, { One: "" }), "Two", "two", true],
      [build.openChoice(description, { One: "" }), "Two b", "Twob", false],
      [build.option(description, { "One two": "" }), "One two", "onetwo", true],
      [build.guid(description), "", "00000000-0000-0000-0000-000000000000", true],
      [build.url(description), "https://a.example", "https://A.example/", true],
      [build.setOf(description, build.text(description)), ["a", "b"], ["b", "a"], true],
      [build.list(description, build.text(description)), ["a", "b"], ["b", "a"], false],
      [build.keyedList(["name"], description, item), items, [...items].reverse(), true],
    ] as const)
      expect(isSame(schema, a, b), JSON.stringify([a, b])).to.equal(expected);
  });

  it("say which values are valid", () => {
    const guid = "0f2a7c11-5c1e-4a64-9d6c-0a53bd0e11aa";
    const text = build.text(description);
    const rows: [schema: Schema, valid: unknown[], invalid: unknown[]][] = [
      [text, ["", "a"], [5, true, {}, []]],
      [build.boolean(description), [true, false], ["true", 1]],
      [build.number(description), [1, 1.5], ["1", true]],
      [build.int32(description), [1, -5], [1.5, 3_000_000_000, "1"]],
      [build.choice(description, { One: "" }), ["One", "ONE"], ["Two", 1]],
      [build.openChoice(description, { One: "" }), ["One", "Two"], [1]],
      [build.resourceId(description), ["a"], [1]],
      [build.guid(description), [guid, guid.toUpperCase()], ["a", 1]],
      [build.object("Title", description, { text }), [{}, { text: "a" }], [{ text: 1 }, [], "a"]],
      [build.anything(description), ["a", 1, true, [1], { a: 1 }], []],
      [build.anyObject(description), [{}, { a: [1] }], [[], "a", 1]],
      [build.mapOf(description, text), [{}, { a: "b" }], [{ a: 1 }, [], "a"]],
      ...[build.setOf(description, text), build.list(description, text)].map(
        (schema): [Schema, unknown[], unknown[]] => [schema, [[], ["a", "b"]], [[1], {}, "a"]],
      ),
      [
        build.keyedList(["text"], description, build.object("Title", description, { text })),
        [[{}]],
        [{}, [1]],
      ],
    ];
    for (const [field, valid, invalid] of rows) {
      const properties = { field };
      const validate = createValidator({ type: "object", title: "Resource", description, properties });
      const isValid = (value: unknown): boolean => validate({ field: value }).problems.length === 0;
      for (const value of valid) expect(isValid(value), JSON.stringify([field, value])).to.equal(true);
      for (const value of invalid) expect(isValid(value), JSON.stringify([field, value])).to.equal(false);
    }
  });

  it("escape an option in bodies", () => {
    expect(toWire(build.option(description, { "One two": "" }), "One two")).to.equal("One_x0020_two");
    expect(toWire(build.text(description), "One two")).to.equal("One two");
  });

  it("take more rules, and others in place of their own", () => {
    const extra = { computed: true, caseInsensitive: false };
    for (const schema of [
      ...[build.text, build.boolean, build.number, build.int32, build.resourceId, build.url, build.guid].map(
        (word) => word(description, extra),
      ),
      ...[build.choice, build.openChoice, build.option].map((word) => word(description, { A: "" }, extra)),
      ...[build.anything, build.anyObject].map((word) => word(description, extra)),
      ...[build.mapOf, build.setOf, build.list].map((word) => word(description, items, extra)),
      build.keyedList(["name"], description, items, extra),
      build.object("Title", description, {}, extra),
    ])
      expect(schema).to.include(extra);
  });
});
