import { expect } from "chai";
import { describe, it } from "mocha";
import { type Operation, readOperation } from "../../../provider/lro/operation.js";
import { asRead } from "../../support/asRead.js";
import { answer } from "../http/answers.js";

const read = (body: unknown, status = 200): Operation => readOperation(answer(status, { body }));

describe("what a response tells of an operation", () => {
  for (const [phase, words] of Object.entries({
    succeeded: ["Succeeded", "succeeded", "SUCCEEDED"],
    canceled: ["Canceled", "Cancelled"],
    running: ["Accepted", "InProgress", "Running", "Somewhat", "constructor", "__proto__"],
  }))
    it(`${words.join(", ")}: it is ${phase}, whatever the HTTP status`, () => {
      for (const word of words)
        for (const status of [200, 202]) expect(read({ status: word }, status).phase).to.equal(phase);
    });

  for (const body of [undefined, null, "null", {}, { status: null }, { status: "" }, { status: 7 }, []]) {
    it(`${JSON.stringify(body)}: it has no status, so it has not ended, whatever the HTTP status`, () => {
      for (const status of [200, 201, 202, 204]) {
        expect(read(body, status)).to.deep.include({ phase: "running", status: undefined });
      }
    });
  }

  const percents: [unknown, number | undefined][] = [
    [12.5, 12.5],
    [140, 100],
    [-3, 0],
    ["50", undefined],
    [Number.NaN, undefined],
  ];
  for (const [given, expected] of percents) {
    it(`${given} per cent are ${expected}`, () => {
      expect(read({ status: "Running", percentComplete: given }).percentComplete).to.equal(expected);
    });
  }

  it("its texts are single lines of bounded length", () => {
    const { id, name } = read({ status: "Running", id: `a\u001b[31m\nb${"x".repeat(9000)}`, name: 5 });
    expect(id).to.match(/^a b/);
    expect(id?.length).to.be.at.most(500);
    expect(name).to.equal(undefined);
  });

  const ids: [what: string, given: string, expected: string | undefined][] = [
    ["a path loses its query, which may be signed", "/operations/1?sig=x", "/operations/1"],
    [
      "of an address the path is left, decoded",
      "https://a.example/operations/1%20a?sig=x",
      "/operations/1 a",
    ],
    ["of an address that cannot be decoded the path is left", "https://a.example/1%FF?sig=x", "/1%FF"],
    ["of an address without encryption, too", "http://127.0.0.1:1/operations/1?sig=x", "/operations/1"],
    ["an address in a path stays there", "/proxy/https://a.example/1?sig=x", "/proxy/https://a.example/1"],
    ["of an address that cannot be read nothing is left", "https://[a/1?sig=x", undefined],
  ];
  for (const [what, id, expected] of ids) {
    it(`its id: ${what}`, () => expect(read({ status: "Running", id }).id).to.equal(expected));
  }

  it("a hundred of its parts", () => {
    const operations = Array.from({ length: 150 }, (_, index) => ({ name: `${index}`, status: "Running" }));
    expect(read({ status: "Running", operations }).parts).to.have.length(100);
  });

  it("its parts, as far as they are some", () => {
    const operations = [{ name: "A", status: "Succeeded" }, null, "x", { status: 7 }];
    expect(read({ status: "Running", operations }).parts).to.deep.equal([
      { name: "A", phase: "succeeded", status: "Succeeded" },
      { name: "", phase: "running", status: "" },
    ]);
  });
});

describe("why an operation failed", () => {
  const text = (body: unknown): string => {
    const { failure } = read(body);
    if (failure === undefined) throw new Error("there is no failure");
    return asRead(failure.text);
  };

  it("the service's error with all that belongs to it", () => {
    const details = [{ code: "Inner", message: "because", target: "disk", details: [{ message: "deeper" }] }];
    const error = { code: "Outer", message: "it failed", target: "db", details };
    expect(text({ status: "Failed", error })).to.equal(
      "Outer: it failed\n  target: db\n  details:\n    Inner (disk): because\n      deeper",
    );
  });

  for (const error of [undefined, null, {}, []]) {
    it(`${JSON.stringify(error)}: that there is no reason`, () => {
      expect(text({ status: "Canceled", error })).to.match(/^Canceled: the service gave no reason\.$/);
    });
  }

  it("the errors of parts in parts, three levels deep", () => {
    const nested = (depth: number): object => ({
      name: `level ${depth}`,
      error: { message: `no ${depth}` },
      operations: depth < 5 ? [nested(depth + 1)] : [],
    });
    expect(text({ status: "Failed", operations: [nested(1)] })).to.equal(
      "Failed: for the reasons below.\n  details:\n    level 1: no 1\n    level 2: no 2\n    level 3: no 3",
    );
  });

  const elsewhere: [fact: string, body: object, expected: string][] = [
    ["as a text", { error: "just so" }, "Failed: just so"],
    [
      "in a part, beside its own reason",
      { error: { message: "no" }, operations: [{ name: "b", error: { code: "X", message: "full" } }] },
      "Failed: no\n  details:\n    X (b): full",
    ],
    [
      "in one part of two, which has no name",
      { operations: [{ name: "a" }, { error: { code: "X", message: "no" } }] },
      "Failed: for the reasons below.\n  details:\n    X: no",
    ],
  ];
  for (const [fact, body, expected] of elsewhere) {
    it(`what is told ${fact}`, () => expect(text({ status: "Failed", ...body })).to.equal(expected));
  }
});
