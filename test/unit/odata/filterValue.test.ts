import { expect } from "chai";
import { describe, it } from "mocha";
import { encodeMoment, getFieldKind } from "../../../provider/odata/query.js";

describe("the kind of a field in a filter", () => {
  it("of which nothing is known writes the value by its own type", () => {
    const { kind } = getFieldKind(undefined, "field");
    const written = [true, false, 1.5, "it's", encodeMoment(new Date(0))].map((value) =>
      kind.write(value, undefined),
    );
    expect(written).to.deep.equal(["true", "false", "1.5", "'it''s'", "1970-01-01T00:00:00.000Z"]);
    for (const value of [Number.NaN, encodeMoment(new Date(Number.NaN)), {}, [], null])
      expect(kind.write(value, undefined), String(value)).to.equal(undefined);
  });
});
