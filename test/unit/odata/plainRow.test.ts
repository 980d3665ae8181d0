import { expect } from "chai";
import { describe, it } from "mocha";
import { toPlainRow } from "../../../provider/odata/bodies.js";

describe("a record without annotations", () => {
  it("has its fields at any depth, and the entity tag as `etag`", () => {
    const lines = [
      { "@odata.etag": "2", number: 1 },
      { "@odata.id": "x", tags: [["a"], 5, null] },
    ];
    const fields = {
      "@odata.etag": "1",
      "@odata.editLink": "items(1)",
      "lines@odata.nextLink": "items?page=2",
      number: "C-1",
      lines,
      currency: { "@odata.type": "#currency", code: "EUR" },
    };
    expect(toPlainRow(fields)).to.deep.equal({
      etag: "1",
      number: "C-1",
      lines: [{ etag: "2", number: 1 }, { tags: [["a"], 5, null] }],
      currency: { code: "EUR" },
    });
  });
});
