import { expect } from "chai";
import { describe, it } from "mocha";
import { formatDuration } from "../../../provider/http/duration.js";

describe("formatDuration", () => {
  for (const [seconds, text] of [
    [1, "1 s"],
    [0.5, "0.5 s"],
    [1 / 3, "0.3 s"],
    [9.96, "10 s"],
    [90.4, "90 s"],
    [60, "60 s"],
    [119.998, "2 minutes"],
    [1800, "30 minutes"],
    [2399, "2399 s"],
  ] as const) {
    it(`${seconds} s is ${text}`, () => expect(formatDuration(seconds)).to.equal(text));
  }
});
