import { expect } from "chai";
import { describe, it } from "mocha";
import { readServiceError } from "../../../../provider/http/errors/readServiceError.js";
import { mayHaveTakenEffect } from "../../../../provider/http/retry/effect.js";
import { lost, refusal } from "../../../model/memorySource.js";

describe("the effect of a request that failed", () => {
  const unclear = [408, 500, 502, 503, 504];
  const clear = [400, 401, 404, 409, 412, 413, 422, 429, 431];
  for (const status of unclear) {
    it(`may have come about after ${status}`, () =>
      expect(mayHaveTakenEffect(refusal(status))).to.equal(true));
  }
  for (const status of clear) {
    it(`did not come about after ${status}`, () =>
      expect(mayHaveTakenEffect(refusal(status))).to.equal(false));
  }

  for (const status of clear) {
    it(`may have come about in an earlier attempt, though the last one was answered with ${status}`, () => {
      const response = { status, headers: {}, body: undefined, url: "https://service.example/" };
      expect(mayHaveTakenEffect(readServiceError({ ...response, earlierAttemptUnclear: true }))).to.equal(
        true,
      );
      expect(mayHaveTakenEffect(readServiceError(response))).to.equal(false);
    });
  }

  it("may have come about when the request may have arrived, and did not when it certainly did not", () => {
    expect(mayHaveTakenEffect(lost(true))).to.equal(true);
    expect(mayHaveTakenEffect(lost(false))).to.equal(false);
  });

  it("is no question after a mistake of the program", () => {
    expect(mayHaveTakenEffect(new Error("timeout"))).to.equal(false);
  });
});
