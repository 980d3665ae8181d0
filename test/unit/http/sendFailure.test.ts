import { expect } from "chai";
import { describe, it } from "mocha";
import { readSendFailure } from "../../../provider/http/sendFailure.js";
import { request } from "./answers.js";

const read = (thrown: unknown) => {
  const { kind, reason, outcome } = readSendFailure(thrown, request({ method: "PUT" }));
  return [kind, reason, outcome];
};
const coded = (code: string, more: object = {}) =>
  Object.assign(new Error("secret detail"), { code, ...more });
const LOST = ["connection", "connection lost before the response was complete", "unknown"];

describe("a request that failed without a response", () => {
  it("was not sent where the connection failed, whichever code the system has for that", () => {
    expect(read(coded("ECONNREFUSED", { syscall: "connect" }))).to.deep.equal([
      ...["connection", "connection refused", "notApplied"],
    ]);
    for (const failed of [coded("EOTHER", { syscall: "connect" }), { errors: [], code: 5 }])
      expect(read(failed)).to.deep.equal(["connection", "no connection", "notApplied"]);
  });

  it("was not sent where the certificate or the handshake is refused", () => {
    for (const code of ["CERT_HAS_EXPIRED", "ERR_TLS_CERT_ALTNAME_INVALID", "ERR_SSL_WRONG_VERSION_NUMBER"])
      expect(read(coded(code))).to.deep.include.members(["tls", "notApplied"]);
    for (const code of ["EPROTO", "ERR_SSL_DECRYPTION_FAILED"])
      expect(read(coded(code))).to.deep.include.members(["tls", "unknown"]);
  });

  it("may have taken effect in any other case, whatever is thrown", () => {
    for (const thrown of [
      undefined,
      null,
      "text",
      5,
      { cause: null },
      {},
      coded("ECONNRESET", { syscall: "read" }),
    ])
      expect(read(thrown)).to.deep.equal(LOST);
    expect(read(coded("HPE_INVALID_CONSTANT"))).to.deep.equal([
      ...["connection", "the response is not valid HTTP", "unknown"],
    ]);
  });

  it("shows codes of the system, and none of the HTTP library", () => {
    const codeOf = (code: string) => readSendFailure(coded(code), request()).message;
    expect(codeOf("ECONNRESET")).to.include("ECONNRESET");
    expect(codeOf("ERR_TLS_HANDSHAKE_TIMEOUT")).to.include("ERR_TLS");
    expect(codeOf("ERR_BAD_REQUEST")).not.to.include("ERR_BAD");
  });
});
