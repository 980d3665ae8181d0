import { expect } from "chai";
import { describe, it } from "mocha";
import { mergePatch } from "../../../emulator/json.js";

describe("mergePatch", () => {
  const facts: [what: string, target: unknown, patch: unknown, result: unknown][] = [
    ["adds and replaces keys", { a: 1, b: 2 }, { b: 3, c: 4 }, { a: 1, b: 3, c: 4 }],
    ["goes into objects", { a: { b: 1, c: 2 } }, { a: { b: 3 } }, { a: { b: 3, c: 2 } }],
    ["removes what is null", { a: 1, b: { c: 1 } }, { a: null, b: { c: null } }, { b: {} }],
    ["replaces lists as a whole", { a: [1, 2] }, { a: [3] }, { a: [3] }],
    ["makes an object of anything", { a: [1] }, { a: { b: 1 } }, { a: { b: 1 } }],
    ["leaves no null behind", {}, { a: { b: null } }, { a: {} }],
  ];
  for (const [what, target, patch, result] of facts) {
    it(what, () => {
      const before = structuredClone(target);
      expect(mergePatch(target, patch)).to.deep.equal(result);
      expect(target).to.deep.equal(before);
    });
  }
});
