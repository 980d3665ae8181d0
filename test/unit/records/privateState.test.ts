import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { readPrivateState, writePrivateState } from "../../../provider/records/privateState.js";

const NOTHING = { originals: {}, answered: {}, chosen: {}, unclear: {}, found: {} };

describe("the private state of a record", () => {
  it("is read from whatever a state holds: what is no part of one counts as empty", () => {
    const part = fc.anything();
    const names = ["originals", "answered", "chosen", "unclear", "found", "other"];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), part), (stored) => {
        const read = readPrivateState(stored);
        expect(Object.keys(read)).to.deep.equal(Object.keys(NOTHING));
        for (const fields of Object.values(read)) {
          expect(typeof fields === "object" && fields !== null && !Array.isArray(fields)).to.equal(true);
        }
      }),
    );
    expect(readPrivateState({})).to.deep.equal(NOTHING);
  });

  it("is kept without its empty parts", () => {
    const originals = { displayName: "Old", city: null };
    const read = readPrivateState({ originals, answered: {}, unclear: "?", found: [1] });
    expect(writePrivateState(read)).to.deep.equal({ originals });
    expect(writePrivateState(readPrivateState({}))).to.deep.equal({});
  });
});
