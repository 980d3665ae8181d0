import { createRequire } from "node:module";
import { expect } from "chai";
import { describe, it } from "mocha";
import { toStatusError } from "../../../../provider/protocols/native/protocol.js";
import { readStructs, writeStruct } from "../../../../provider/protocols/native/struct.js";
import type { JsonObject } from "../../../../provider/schema/json.js";

const sdkRequire = createRequire(require.resolve("@pulumi/pulumi/package.json"));
const { CheckRequest, ErrorResourceInitFailed } = sdkRequire("@pulumi/pulumi/proto/provider_pb");
const { Status } = sdkRequire("@pulumi/pulumi/proto/status_pb");
const { Struct } = sdkRequire("google-protobuf/google/protobuf/struct_pb");

const values: Record<string, JsonObject> = {
  nothing: {},
  scalars: {
    text: "nginx",
    empty: "",
    yes: true,
    no: false,
    none: null,
    zero: 0,
    half: -0.5,
    large: 2 ** 60,
  },
  "lists and objects": {
    list: [1, "a", [], {}, [null, [true]]],
    object: { deep: { deeper: { name: "x" } } },
  },
  "letters beyond ASCII": { größe: "ä𝕏e\u0301" },
  "names of every object": { constructor: 1, toString: "x", hasOwnProperty: {} },
  "a text of 100,000 characters": { text: "0123456789".repeat(10_000), after: 1 },
  "200 entries": Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`name${n}`, { n, list: [n] }])),
};

/** Properties on the wire, read and written without the SDK's classes, which are the measure here. */
describe("the properties of a message", () => {
  for (const [what, value] of Object.entries(values)) {
    it(`are read as the SDK writes them: ${what}`, () => {
      const request = new CheckRequest().setUrn("urn").setNews(Struct.fromJavaScript(value)).setType("t");
      request.setOlds(Struct.fromJavaScript({ ...value, old: 1 }));
      const { structs, rest } = readStructs(request.serializeBinary(), new Set([2, 3]));
      expect(structs.get(3)).to.deep.equal(value);
      expect(structs.get(2)).to.deep.equal({ ...value, old: 1 });
      const other = CheckRequest.deserializeBinary(rest);
      expect([other.getUrn(), other.getType(), other.getNews()]).to.deep.equal(["urn", "t", undefined]);
    });

    it(`are written as the SDK reads them: ${what}`, () => {
      const request = CheckRequest.deserializeBinary(writeStruct(3, value));
      expect(request.getNews().toJavaScript()).to.deep.equal(value);
    });
  }

  it("come in the same order, whatever order the engine wrote them in, at any depth", () => {
    const read = (value: JsonObject) => {
      const { structs } = readStructs(writeStruct(3, value), new Set([3]));
      return JSON.stringify(structs.get(3));
    };
    const ordered = { a: { x: 1, y: [{ k: 1, l: 2 }] }, b: 2 };
    const other = { b: 2, a: { y: [{ l: 2, k: 1 }], x: 1 } };
    expect(read(other)).to.equal(read(ordered)).and.to.equal(JSON.stringify(ordered));
  });

  it("have an entry called __proto__ like any other", () => {
    const value = JSON.parse('{"tags":{"__proto__":{"a":1}}}');
    const { structs } = readStructs(writeStruct(1, value), new Set([1]));
    expect(JSON.stringify(structs.get(1))).to.equal(JSON.stringify(value));
  });

  it("are in the error of an operation that leaves a state, with the same names", () => {
    const tags: JsonObject = JSON.parse('{"__proto__":"x","":"y"}');
    const { metadata } = toStatusError("failed", { id: "/web", properties: { tags }, inputs: { tags } });
    const [packed] = (metadata as { get(name: string): Uint8Array[] }).get("grpc-status-details-bin");
    const [detail] = Status.deserializeBinary(packed).getDetailsList();
    const { structs, rest } = readStructs(detail.getValue_asU8(), new Set([2, 4]));
    expect(JSON.stringify([structs.get(2), structs.get(4)])).to.equal(
      '[{"tags":{"":"y","__proto__":"x"}},{"tags":{"":"y","__proto__":"x"}}]',
    );
    const failed = ErrorResourceInitFailed.deserializeBinary(rest);
    expect([failed.getId(), failed.getReasonsList()]).to.deep.equal(["/web", ["failed"]]);
  });

  it("are kept from those fields that are not asked for, and may have fields that nobody knows", () => {
    const message = writeStruct(3, { a: 1 });
    const { structs, rest } = readStructs(message, new Set([2]));
    expect(structs.size).to.equal(0);
    expect(Buffer.from(rest)).to.deep.equal(Buffer.from(message));
    // A number and a 32-bit number in fields 9 and 10 of a value: { a: … }.
    const unknown = Buffer.from([26, 14, 10, 12, 10, 1, 97, 18, 7, 72, 5, 85, 1, 2, 3, 4]);
    expect(readStructs(unknown, new Set([3])).structs.get(3)).to.deep.equal({ a: null });
  });

  it("may have an entry without a name or a value, and fields of an entry that nobody knows", () => {
    const read = (...bytes: number[]) => readStructs(Buffer.from(bytes), new Set([3])).structs.get(3);
    expect(read(26, 2, 10, 0)).to.deep.equal({ "": null });
    // A number in field 3 of an entry: { a: null }.
    expect(read(26, 11, 10, 9, 10, 1, 97, 18, 2, 8, 0, 24, 5)).to.deep.equal({ a: null });
  });

  it("have the last value where two entries have the same name", () => {
    const entries = [true, false].map((value) => Buffer.from(writeStruct(1, { a: value })).subarray(2));
    const both = Buffer.concat(entries);
    const { structs } = readStructs(Buffer.concat([Buffer.from([26, both.length]), both]), new Set([3]));
    expect(structs.get(3)).to.deep.equal({ a: false });
  });

  it("are written as null where they are undefined", () => {
    const request = CheckRequest.deserializeBinary(writeStruct(3, { a: undefined, list: [undefined] }));
    expect(request.getNews().toJavaScript()).to.deep.equal({ a: null, list: [null] });
  });

  it("fail when a message is cut off", () => {
    const message = writeStruct(3, { a: "text" });
    expect(() => readStructs(message.subarray(0, 8), new Set([3]))).to.throw("Assertion failed");
  });
});
