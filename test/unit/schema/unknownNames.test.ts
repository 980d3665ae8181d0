import { expect } from "chai";
import { describe, it } from "mocha";
import { findUnknownNames } from "../../../provider/schema/unknownNames.js";

describe("names that an argument does not have", () => {
  it("are found one by one, with those that it has", () => {
    expect(findUnknownNames({ top: 1, tob: 1, "a b": 1 }, ["top", "skip"])).to.deep.equal([
      { path: "tob", message: "is not a known name; use top, skip" },
      { path: '["a b"]', message: "is not a known name; use top, skip" },
    ]);
  });

  it("are named below the path of the argument", () => {
    expect(findUnknownNames({ tob: 1 }, ["top"], "expand.lines")).to.deep.equal([
      { path: "expand.lines.tob", message: "is not a known name; use top" },
    ]);
  });

  it("are none where all are known", () => {
    expect(findUnknownNames({ top: 1 }, ["top"])).to.deep.equal([]);
  });
});
