import { expect } from "chai";
import { describe, it } from "mocha";
import { readReport } from "../../../provider/http/limitPolicy.js";
import { answer } from "./answers.js";

const NOW = Date.UTC(2026, 0, 15, 12);
const retryAfter = (status: number, seconds: number) =>
  answer(status, { headers: { "retry-after": String(seconds) } });

describe("readReport", () => {
  it("reports throttling if one of the responses is a 429", () => {
    expect(readReport([answer(200), answer(429), answer(503)], NOW).verdict).to.equal("throttled");
  });

  for (const status of [500, 503])
    it(`reports an unavailable service if one of the responses is a ${status}`, () => {
      expect(readReport([answer(200), answer(status)], NOW).verdict).to.equal("unavailable");
    });

  for (const status of [200, 404, 499])
    it(`reports an accepted request after a ${status}`, () => {
      expect(readReport([answer(status)], NOW)).to.deep.equal({ verdict: "accepted", holdMs: 0 });
    });

  it("holds requests for the longest Retry-After of a 429 or 503, and of no other response", () => {
    const responses = [retryAfter(429, 2), retryAfter(503, 7), retryAfter(202, 60), retryAfter(500, 90)];
    expect(readReport(responses, NOW).holdMs).to.equal(7000);
  });
});
