import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { int32, number, text } from "../../../provider/schema/build.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { isBodyField, type ResourceSchema } from "../../../provider/schema/keywords.js";
import { fromWire, toWire } from "../../../provider/schema/wire.js";
import { containerGroupSchema as schema } from "../../../provider/services/containerGroups/schema.js";
import { anyGroup } from "../support/groups.js";

const PATH = ["subscriptionId", "resourceGroupName", "containerGroupName"];

const fieldName = fc
  .oneof(
    fc.constantFrom(
      "image",
      "ports",
      "osType",
      "tags",
      "newField",
      "__proto__",
      "constructor",
      "a.b",
      "",
      "toString",
    ),
    fc.string(),
  )
  .filter((name) => !isTaken(name));

/** Names with a meaning of their own on either side: those of the path, response-only ones, and `/…`. */
function isTaken(name: string): boolean {
  const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
  const isOther = field?.readOnly === true || !isBodyField(field);
  return (
    isOther || name.startsWith("/") || name === "properties" || name === "instanceView" || isOutside(name)
  );
}

function isOutside(name: string): boolean {
  return ["name", "type", "location", "tags", "zones", "identity"].includes(name);
}

const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>;
const fields = fc.dictionary(fieldName, json, { maxKeys: 4 });

/** An object whose fields but its name live under `properties`. */
const flattened = fc
  .tuple(fc.string(), fc.dictionary(fieldName, fc.oneof(json, fc.constant(null))), fields)
  .map(([name, inner, beside]) => withProperties({ ...without(beside, "containers"), name }, inner));

const anyBody = fc
  .record({
    beside: fc.dictionary(
      fieldName.filter((name) => name !== "containers"),
      json,
      { maxKeys: 3 },
    ),
    known: fc.record(
      { location: fc.string(), tags: fields, zones: fc.array(fc.string()) },
      { requiredKeys: [] },
    ),
    inner: fields,
    // A container has `properties` even without any field in it.
    containers: fc.array(
      flattened.map((one) => ({ properties: {}, ...one })),
      { maxLength: 3 },
    ),
    extensions: fc.array(flattened, { maxLength: 2 }),
  })
  .map(({ beside, known, inner, containers, extensions }) => ({
    ...beside,
    ...known,
    properties: { ...plainly(inner), containers, extensions },
  }));

/** Values under the names of known objects are those of the schema's shapes elsewhere: kept simple here. */
function plainly(inner: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(inner).filter(([name]) => !Object.hasOwn(schema.properties, name)),
  );
}

function without(from: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(from).filter(([key]) => key !== name));
}

function withProperties(outer: JsonObject, inner: JsonObject): JsonObject {
  const kept = Object.fromEntries(Object.entries(inner).filter(([name]) => !isOutside(name)));
  return Object.keys(kept).length === 0 ? outer : { ...outer, properties: kept };
}

describe("arguments and bodies", () => {
  it("any body comes back as it was", () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        expect(JSON.stringify(sorted(toWire(schema, fromWire(schema, body))))).to.equal(
          JSON.stringify(sorted(body)),
        );
      }),
    );
  });

  it("any arguments come back, but for those of the path and of the provider", () => {
    fc.assert(
      fc.property(anyGroup, (args) => {
        const sent = without(args, "secretsVersion");
        const expected = Object.fromEntries(Object.entries(sent).filter(([name]) => !PATH.includes(name)));
        expect(fromWire(schema, toWire(schema, args))).to.deep.equal(expected);
      }),
    );
  });

  it("fields go where the document has them", () => {
    const args = {
      subscriptionId: "s",
      resourceGroupName: "g",
      containerGroupName: "n",
      location: "westus",
      identity: { type: "None" },
      osType: "Linux",
      containers: [{ name: "web", image: "nginx", ports: [{ port: 80 }] }],
      initContainers: [{ name: "init", image: "busybox" }],
      extensions: [{ name: "e", extensionType: "t" }],
      volumes: [{ name: "v", emptyDir: {} }],
      secretsVersion: "2",
      waitForProvisioning: false,
    };
    expect(toWire(schema, args)).to.deep.equal({
      location: "westus",
      identity: { type: "None" },
      properties: {
        osType: "Linux",
        containers: [{ name: "web", properties: { image: "nginx", ports: [{ port: 80 }] } }],
        initContainers: [{ name: "init", properties: { image: "busybox" } }],
        extensions: [{ name: "e", properties: { extensionType: "t" } }],
        volumes: [{ name: "v", emptyDir: {} }],
      },
    });
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

  it("fields that come from the service are not sent", () => {
    const args = {
      name: "web",
      type: "t",
      provisioningState: "Succeeded",
      instanceView: { state: "Running" },
      ipAddress: { type: "Public", ip: "1.2.3.4", fqdn: "f" },
      identity: { type: "None", tenantId: "t", userAssignedIdentities: { one: { clientId: "c" } } },
      containers: [{ name: "web", instanceView: { a: 1 } }],
    };
    expect(toWire(schema, args)).to.deep.equal({
      identity: { type: "None", userAssignedIdentities: { one: {} } },
      properties: { ipAddress: { type: "Public" }, containers: [{ name: "web", properties: {} }] },
    });
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

  it("`__proto__` is the name of a tag or a secret file like any other", () => {
    const odd = () => JSON.parse('{"__proto__": "eA=="}');
    const args = { tags: odd(), volumes: [{ name: "v", secret: odd() }] };
    const text =
      '{"tags":{"__proto__":"eA=="},"properties":{"volumes":[{"name":"v","secret":{"__proto__":"eA=="}}]}}';
    expect(JSON.stringify(toWire(schema, args))).to.equal(text);
    expect(JSON.stringify(fromWire(schema, JSON.parse(text)))).to.equal(JSON.stringify(args));
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

/** The same value with its keys in order; `__proto__` stays a key. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, child]) => [name, sorted(child)]);
}
