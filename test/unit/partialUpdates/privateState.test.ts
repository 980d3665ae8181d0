import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { readPrivateState } from "../../../provider/partialUpdates/knownRecord.js";

const NOTHING = { base: {}, originals: {}, causes: {}, foreign: [], unsure: [] };
const EARLIER = ["answered", "chosen", "unclear", "found", "sideEffects"];

describe("the private state of a record", () => {
  it("is read from whatever a state holds: what is no part of one counts as empty", () => {
    const part = fc.anything();
    const names = [...Object.keys(NOTHING), ...EARLIER, "other"];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), part), (stored) => {
        const { isImported, ...read } = readPrivateState(stored);
        expect(isImported).to.equal(undefined);
        expect(Object.keys(read)).to.deep.equal(Object.keys(NOTHING));
        const { foreign, unsure, ...fields } = read;
        for (const one of Object.values(fields))
          expect(typeof one === "object" && one !== null && !Array.isArray(one)).to.equal(true);
        for (const path of [...foreign, ...unsure]) expect(path).to.be.a("string");
      }),
    );
    expect(readPrivateState({})).to.deep.equal(NOTHING);
  });

  it("is converted from that of an earlier version, which kept values by their meaning", () => {
    const earlier = {
      originals: { displayName: "First", city: "Leeds" },
      answered: { displayName: "NEW" },
      chosen: { email: "chosen", city: "" },
      unclear: { phoneNumber: "+1" },
      found: { website: "theirs" },
      sideEffects: { city: ["country"] },
      isImported: true,
    };
    expect(readPrivateState(earlier)).to.deep.equal({
      base: { displayName: "NEW", email: "chosen", city: "", phoneNumber: "+1" },
      originals: { displayName: "First", city: "Leeds" },
      causes: { email: ["email"], city: ["country"] },
      foreign: ["website"],
      unsure: ["phoneNumber"],
      isImported: true,
    });
  });
});
