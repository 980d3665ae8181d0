import { expect } from "chai";
import { describe, it } from "mocha";
import * as build from "../../../provider/schema/build.js";
import { toWire } from "../../../provider/schema/wire.js";

describe("the words that schemas are written with", () => {
  const description = "A field.";
  const items = { type: "string", description: "An item." } as const;

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
