import { expect } from "chai";
import { describe, it } from "mocha";
import { getOutcome } from "../../../provider/contract/providerError.js";
import type { HttpResponse } from "../../../provider/http/message.js";
import { readServiceError } from "../../../provider/http/readServiceError.js";
import { lost } from "../support/memorySource.js";
import { answer } from "./answers.js";

describe("the outcome of a request that failed", () => {
  const outcome = (status: number, part: Partial<HttpResponse> = {}) =>
    getOutcome(readServiceError(answer(status, { method: "PUT", ...part })));
  const unknown = [408, 500, 502, 503, 504];
  const notApplied = [400, 401, 404, 409, 412, 413, 422, 429, 431];

  for (const status of unknown)
    it(`is unknown after ${status}`, () => expect(outcome(status)).to.equal("unknown"));
  for (const status of notApplied)
    it(`is no effect after ${status}, unless an earlier attempt may have had one`, () => {
      expect(outcome(status)).to.equal("notApplied");
      expect(outcome(status, { earlierOutcome: "unknown" })).to.equal("unknown");
    });

  it("is no effect of a GET, whatever the status", () => {
    for (const status of [...unknown, ...notApplied]) {
      expect(outcome(status, { method: "GET" })).to.equal("notApplied");
    }
  });

  it("is unknown when the request may have arrived, and no effect when it certainly did not", () => {
    expect(getOutcome(lost("unknown"))).to.equal("unknown");
    expect(getOutcome(lost("notApplied"))).to.equal("notApplied");
  });

  it("is no effect of a mistake of the program", () => {
    expect(getOutcome(new Error("timeout"))).to.equal("notApplied");
  });
});
