import { expect } from "chai";
import { describe, it } from "mocha";
import { getOutcome } from "../../../provider/contract/providerError.js";
import { formatError } from "../../../provider/core/failure.js";
import type { HttpResponse } from "../../../provider/http/pipeline.js";
import { readServiceError } from "../../../provider/http/serviceError.js";
import { TransportError } from "../../../provider/http/transportError.js";
import { asRead, errorFields, errorText } from "../../support/asRead.js";
import { lost } from "../support/memorySource.js";
import { answer, request } from "./answers.js";

const failure = { kind: "connection", reason: "no response", outcome: "unknown" } as const;

describe("a request without a response", () => {
  it("has a message with method, address, reason and code, and whether it may have taken effect", () => {
    const put = request({ method: "PUT", url: "https://a.example/x?sig=1" });
    expect(errorText(TransportError.of(put, { ...failure, code: "ECONNRESET" }))).to.equal(
      "PUT https://a.example/x?sig=[hidden]: no response (ECONNRESET); the request may have taken effect",
    );
    expect(errorText(TransportError.of(put, { ...failure, outcome: "notApplied" }))).to.equal(
      "PUT https://a.example/x?sig=[hidden]: no response",
    );
    expect(errorFields(TransportError.of(request(), failure))).to.include({
      message: "GET https://service.example/x: no response",
      outcome: "notApplied",
    });
  });

  it("quotes the service in lines of their own", () => {
    const error = TransportError.of(request(), { ...failure, serviceText: "one\ntwo" });
    expect(errorText(error)).to.equal("GET https://service.example/x: no response\n  one\n  two");
  });
});

describe("the text of an error", () => {
  it("of a service has its details, any other one is its message", () => {
    const body = { code: "Bad", message: "No.", details: [{ message: "Why." }] };
    expect(asRead(formatError(readServiceError(answer(400, { body }))))).to.equal(
      "400 Bad: No.\n  details:\n    Why.",
    );
    expect(asRead(formatError(new Error("other")))).to.equal("other");
    expect(asRead(formatError("text"))).to.equal("text");
  });
});

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
