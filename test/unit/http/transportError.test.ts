import { expect } from "chai";
import { describe, it } from "mocha";
import { formatError } from "../../../provider/core/failure.js";
import { readServiceError } from "../../../provider/http/readServiceError.js";
import { TransportError } from "../../../provider/http/transportError.js";
import { asRead, errorFields, errorText } from "../../support/asRead.js";
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
    const error = TransportError.of(request(), { ...failure, said: "one\ntwo" });
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
