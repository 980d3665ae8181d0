import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { decodeName, encodeName } from "../../../provider/schema/normalize.js";

const encoded: [text: string, wire: string][] = [
  [" ", "_x0020_"],
  ["Same Code", "Same_x0020_Code"],
  ["Non-Inventory", "Non_x002D_Inventory"],
  ["Same_Code", "Same_Code"],
  ["Größe", "Gr_x00F6__x00DF_e"],
  ["-_-", "_x002D___x002D_"],
  ["😀", "_xD83D__xDE00_"],
  ["All", "All"],
  ["", ""],
];

/** Texts that are not options: they look like escapes already. */
const looksEscaped = /_x[0-9a-f]{4}/i;
const optionText = fc
  .array(
    fc.oneof(fc.constantFrom(" ", "_", "-", "/", ".", "x", "0", "_x", "A"), fc.string({ unit: "binary" })),
  )
  .map((parts) => parts.join(""))
  .filter((text) => !looksEscaped.test(text));

describe("names of options on the wire", () => {
  for (const [text, wire] of encoded) {
    it(`${JSON.stringify(text)} is ${JSON.stringify(wire)}`, () => {
      expect(encodeName(text)).to.equal(wire);
      expect(decodeName(wire)).to.equal(text);
    });
  }

  it("any text of an option comes back from the wire", () => {
    fc.assert(fc.property(optionText, (text) => void expect(decodeName(encodeName(text))).to.equal(text)));
  });

  it("on the wire there are only characters that a name may hold", () => {
    fc.assert(fc.property(optionText, (text) => void expect(encodeName(text)).to.match(/^\w*$/)));
  });

  it("escapes are read in any case, and what is none stays", () => {
    expect(decodeName("Non_X002d_Inventory")).to.equal("Non-Inventory");
    for (const text of ["_x20_", "_x002G_", "x0020", "_x0020", "Same_Code"])
      expect(decodeName(text)).to.equal(text);
  });
});
