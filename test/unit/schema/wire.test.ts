import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { int32, number, text } from "../../../provider/schema/build.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import type { ResourceSchema } from "../../../provider/schema/keywords.js";
import { fromWire, toWire } from "../../../provider/schema/wire.js";
import { containerGroupSchema as schema } from "../../../provider/services/containerGroups/schema.js";
import { anyGroup } from "../support/groups.js";

const PATH = ["subscriptionId", "resourceGroupName", "containerGroupName"];

function without(from: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(from).filter(([key]) => key !== name));
}

describe("arguments and bodies", () => {
  it("any arguments come back, but for those of the path and of the provider", () => {
    fc.assert(
      fc.property(anyGroup, (args) => {
        const sent = without(args, "secretsVersion");
        const expected = Object.fromEntries(Object.entries(sent).filter(([name]) => !PATH.includes(name)));
        expect(fromWire(schema, toWire(schema, args))).to.deep.equal(expected);
      }),
    );
  });

  it("a field the schema does not know goes among the properties, with `/` beside them", () => {
    const args = { newer: 1, "/plan": { a: 1 }, containers: [{ name: "web", newer: 2, "/kind": "x" }] };
    const body = {
      plan: { a: 1 },
      properties: { newer: 1, containers: [{ name: "web", kind: "x", properties: { newer: 2 } }] },
    };
    expect(toWire(schema, args)).to.deep.equal(body);
    expect(fromWire(schema, body)).to.deep.equal(args);
  });

  it("null and empty values are sent as they are, undefined is not", () => {
    const args = { tags: {}, location: null, initContainers: [], dnsConfig: { options: "" }, sku: undefined };
    const body = toWire(schema, args);
    expect(body).to.deep.equal({
      tags: {},
      location: null,
      properties: { initContainers: [], dnsConfig: { options: "" } },
    });
    expect(Object.keys((body as JsonObject).properties as object)).not.to.include("sku");
  });

  it("a decimal that the service writes as a string is a number, in the place of one", () => {
    const schema: ResourceSchema = {
      type: "object",
      title: "Thing",
      description: "",
      properties: { price: number(""), places: int32(""), label: text("") },
    };
    for (const [price, expected] of [
      ["1.50", 1.5],
      ["-0.33333", -0.33333],
      ["1.5E3", 1500],
      [2, 2],
      ["", ""],
      ["1,50", "1,50"],
      ["0x10", "0x10"],
    ]) {
      const body = { price, places: "3", label: "1.50" };
      expect(fromWire(schema, body)).to.deep.equal({ price: expected, places: 3, label: "1.50" });
    }
  });

  it("a `properties` that is no object is kept", () => {
    for (const body of [{ properties: null }, { properties: [1] }, { properties: "x" }]) {
      expect(toWire(schema, fromWire(schema, body))).to.deep.equal(body);
    }
  });
});
