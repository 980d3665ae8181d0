import { createRequire } from "node:module";
import { expect } from "chai";
import { describe, it } from "mocha";
import { fromStruct, toStatusError, toStruct } from "../../../../provider/protocols/native/protocol.js";
import type { JsonObject } from "../../../../provider/schema/json.js";

const sdkRequire = createRequire(require.resolve("@pulumi/pulumi/package.json"));
const { ErrorResourceInitFailed } = sdkRequire("@pulumi/pulumi/proto/provider_pb");
const { Status } = sdkRequire("@pulumi/pulumi/proto/status_pb");
const { Struct } = sdkRequire("google-protobuf/google/protobuf/struct_pb");

const values: Record<string, JsonObject> = {
  nothing: {},
  scalars: { text: "nginx", empty: "", yes: true, no: false, none: null, half: -0.5, large: 2 ** 60 },
  "lists and objects": {
    list: [1, "a", [], {}, [null, [true]]],
    object: { deep: { deeper: { name: "x" } } },
  },
  "letters beyond ASCII": { größe: "ä𝕏e\u0301" },
  "names of every object": { constructor: 1, toString: "x", hasOwnProperty: {} },
  "a text of 100,000 characters": { text: "0123456789".repeat(10_000), after: 1 },
  "200 entries": Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`name${n}`, { n, list: [n] }])),
};

/** Properties on the wire, as the engine reads and writes them. */
describe("the properties of a message", () => {
  const onTheWire = (value: JsonObject): JsonObject =>
    fromStruct(
      Struct.deserializeBinary((toStruct(value) as { serializeBinary(): Uint8Array }).serializeBinary()),
    );

  for (const [what, value] of Object.entries(values))
    it(`are as they were: ${what}`, () => expect(onTheWire(value)).to.deep.equal(value));

  it("come in the same order, whatever order the engine wrote them in, at any depth", () => {
    const ordered = { a: { x: 1, y: [{ k: 1, l: 2 }] }, b: 2 };
    const other = { b: 2, a: { y: [{ l: 2, k: 1 }], x: 1 } };
    expect(JSON.stringify(onTheWire(other))).to.equal(JSON.stringify(ordered));
  });

  it("are null where they are undefined", () => {
    expect(onTheWire({ a: undefined, list: [undefined] })).to.deep.equal({ a: null, list: [null] });
  });

  it("are empty where a message has none", () => expect(fromStruct(undefined)).to.deep.equal({}));

  it("are in the error of an operation that leaves a state, with the same names", () => {
    const tags = { team: "x", "": "y" };
    const { metadata } = toStatusError("failed", { id: "/web", properties: { tags }, inputs: { tags } });
    const [packed] = (metadata as { get(name: string): Uint8Array[] }).get("grpc-status-details-bin");
    const [detail] = Status.deserializeBinary(packed).getDetailsList();
    const failed = ErrorResourceInitFailed.deserializeBinary(detail.getValue_asU8());
    const kept = [failed.getProperties(), failed.getInputs()].map(fromStruct);
    expect(JSON.stringify(kept)).to.equal('[{"tags":{"":"y","team":"x"}},{"tags":{"":"y","team":"x"}}]');
    expect([failed.getId(), failed.getReasonsList()]).to.deep.equal(["/web", ["failed"]]);
  });
});
