import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import {
  KnownRecord,
  readPrivateState,
  type StoredPrivateState,
} from "../../../provider/partialUpdates/knownRecord.js";
import { customerSchema as schema } from "../../../provider/services/records/schema.js";

/** What a state with one declared field knows of it. */
const known = (privateState: StoredPrivateState, city = "Ulm") =>
  new KnownRecord(schema, { args: { city }, outputs: {}, privateState });

const base = { city: "ULM" };
const [unsure, foreign, causes] = [["city"], ["city"], { city: ["city"] }];

describe("what a state knows of a field", () => {
  const facts: [what: string, StoredPrivateState, list: string[], own: string[], drift: string[]][] = [
    ["its declared value", {}, ["Ulm"], ["Ulm"], ["ULM", "Bonn"]],
    ["only the service's spelling of it", { base }, ["ULM"], ["ULM"], ["Bonn"]],
    ["the value that the service chose", { base, causes }, ["ULM"], ["ULM"], ["ULM", "Bonn"]],
    ["both after a lost response", { base, unsure }, ["Ulm", "ULM"], ["Ulm", "ULM"], ["ULM", "Bonn"]],
    ["another client's value", { foreign }, ["Ulm"], [], ["ULM", "Bonn"]],
    ["one of both as another client's", { base, unsure, foreign }, ["Ulm", "ULM"], ["Ulm"], ["ULM", "Bonn"]],
  ];
  for (const [what, state, list, own, drift] of facts) {
    it(`is ${what}`, () => {
      const it = known(state);
      const values = ["Ulm", "ULM", "Bonn"];
      expect(it.list("city")).to.deep.equal(list);
      expect(it.listOwn("city")).to.deep.equal(own);
      expect(values.filter((value) => it.isKnown("city", value))).to.deep.equal(list);
      expect(values.filter((value) => it.isOwn("city", value))).to.deep.equal(own);
      expect(values.filter((value) => it.isDrift("city", value))).to.deep.equal(drift);
      expect(it.isRespelled("city")).to.equal(list.join() === "ULM" && drift.length === 1);
    });
  }

  it("is nothing if it is neither declared nor changed together with others", () => {
    expect(known({}).list("email")).to.deep.equal([]);
    expect(known({ base: { email: "a" } }).listOwn("email")).to.deep.equal(["a"]);
  });
});

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
