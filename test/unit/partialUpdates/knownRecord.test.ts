import { expect } from "chai";
import { describe, it } from "mocha";
import { KnownRecord, type StoredPrivateState } from "../../../provider/partialUpdates/knownRecord.js";
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
