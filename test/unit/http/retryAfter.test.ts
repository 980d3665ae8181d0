import { expect } from "chai";
import { beforeEach, describe, it } from "mocha";
import { readRetryAfter } from "../../../provider/http/retryAfter.js";
import { useEnvironment } from "../../support/environment.js";
import { answer } from "./answers.js";

const NOW = Date.UTC(2026, 0, 15, 12);

describe("readRetryAfter", () => {
  const environment = useEnvironment();
  // The time zone of the machine has no influence.
  beforeEach(() => environment({ TZ: "America/New_York" }));

  for (const [headers, expected] of [
    [{}, undefined],
    [{ "retry-after": " 7 " }, 7000],
    [{ "retry-after": "1.25" }, 1250],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "86400" }, 86_400_000],
    [{ "retry-after-ms": "250" }, 250],
    [{ "x-ms-retry-after-ms": "250", "retry-after": "1" }, 250],
    [{ "retry-after-ms": "soon", "retry-after": "1" }, 1000],
    [{ "retry-after": "Thu, 15 Jan 2026 12:00:30 GMT" }, 30_000],
    [{ "retry-after": "Thursday, 15-Jan-26 12:00:30 GMT" }, 30_000],
    [{ "retry-after": "Thu Jan 15 12:00:30 2026" }, 30_000],
    [{ "retry-after": "Thu, 15 Jan 2026 11:00:30 -0100" }, 30_000],
    [{ "retry-after": "Thursday, 15-Jan-2026 12:00:30" }, 30_000],
    // The date is in the past: no wait.
    [{ "retry-after": "Thu, 15 Jan 2026 11:00:00 GMT" }, 0],
    // The service's clock is an hour ahead of ours; it is the one that counts.
    [{ "retry-after": "Thu, 15 Jan 2026 13:00:30 GMT", date: "Thu, 15 Jan 2026 13:00:00 GMT" }, 30_000],
    [{ "retry-after": "Thu, 15 Jan 2026 12:00:30 GMT", date: "nonsense" }, 30_000],
    // Nonsense: no number, below zero, a point in time in place of a duration, years.
    [{ "retry-after": "" }, undefined],
    [{ "retry-after": "-1" }, undefined],
    [{ "retry-after": "1e3" }, undefined],
    [{ "retry-after": "86401" }, undefined],
    [{ "retry-after": "1768478400" }, undefined],
    [{ "retry-after": "Fri, 15 Jan 2027 12:00:00 GMT" }, undefined],
    [{ "retry-after": "2026-01-15" }, undefined],
  ] as [Record<string, string>, number | undefined][]) {
    it(`${JSON.stringify(headers)} is ${expected}`, () => {
      expect(readRetryAfter(answer(429, { headers }), NOW)).to.equal(expected);
    });
  }

  it("reads the wait out of the text of a 429 without headers, and of no other", () => {
    const body = { statusCode: 429, message: "Rate limit is exceeded. Try again in 13 seconds." };
    expect(readRetryAfter(answer(429, { body }), NOW)).to.equal(13_000);
    expect(readRetryAfter(answer(429, { body: { error: body } }), NOW)).to.equal(13_000);
    expect(readRetryAfter(answer(429, { body, headers: { "retry-after": "2" } }), NOW)).to.equal(2000);
    const soon = { message: "Please retry in 1 second." };
    expect(readRetryAfter(answer(429, { body: soon }), NOW)).to.equal(1000);
    expect(readRetryAfter(answer(400, { body }), NOW)).to.equal(undefined);
    expect(readRetryAfter(answer(429, { body: { message: "Try again in X seconds." } }), NOW)).to.equal(
      undefined,
    );
  });
});
