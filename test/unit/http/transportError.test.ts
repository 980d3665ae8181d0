import { expect } from "chai";
import { describe, it } from "mocha";
import { formatError } from "../../../provider/http/errorText.js";
import { readServiceError } from "../../../provider/http/readServiceError.js";
import { TransportError } from "../../../provider/http/transportError.js";
import { answer, request } from "./answers.js";

const failure = { kind: "connection", reason: "no response", outcome: "unknown" } as const;

describe("a request without a response", () => {
  it("has a message with method, address, reason and code, and whether it may have taken effect", () => {
    const put = request({ method: "PUT", url: "https://a.example/x?sig=1" });
    expect(TransportError.of(put, { ...failure, code: "ECONNRESET" }).message).to.equal(
      "PUT https://a.example/x?sig=[hidden]: no response (ECONNRESET); the request may have taken effect",
    );
    expect(TransportError.of(put, { ...failure, outcome: "notApplied" }).message).to.equal(
      "PUT https://a.example/x?sig=[hidden]: no response",
    );
    expect(TransportError.of(request(), failure)).to.include({
      message: "GET https://service.example/x: no response",
      outcome: "notApplied",
    });
  });

  it("quotes the service in lines of their own", () => {
    const error = TransportError.of(request(), { ...failure, said: "one\ntwo" });
    expect(error.message).to.equal("GET https://service.example/x: no response\n  one\n  two");
  });
});

describe("the text of an error", () => {
  it("of a service has its details, any other one is its message", () => {
    const body = { code: "Bad", message: "No.", details: [{ message: "Why." }] };
    expect(formatError(readServiceError(answer(400, { body })))).to.equal(
      "400 Bad: No.\n  details:\n    Why.",
    );
    expect(formatError(new Error("other"))).to.equal("other");
    expect(formatError("text")).to.equal("text");
  });
});
