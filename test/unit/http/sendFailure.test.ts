import { inspect } from "node:util";
import { expect } from "chai";
import { describe, it } from "mocha";
import { readSendFailure } from "../../../provider/http/transportError.js";
import { request } from "./answers.js";

const read = (thrown: unknown) => {
  const { kind, reason, outcome } = readSendFailure(thrown, request({ method: "PUT" }));
  return [kind, reason, outcome];
};
const coded = (code: string, more: object = {}) =>
  Object.assign(new Error("secret detail"), { code, ...more });
const LOST = "connection lost before the response was complete";
const TLS = "TLS connection failed: check the address and the certificate of the host";

describe("a request that failed without a response", () => {
  for (const [thrown, kind, outcome, reason] of [
    [coded("ENOTFOUND"), "dns", "notApplied", "host name not found"],
    [coded("EAI_AGAIN"), "dns", "notApplied", "the DNS server does not respond"],
    [coded("CERT_HAS_EXPIRED"), "tls", "notApplied", TLS],
    [coded("DEPTH_ZERO_SELF_SIGNED_CERT"), "tls", "notApplied", TLS],
    [coded("ERR_TLS_CERT_ALTNAME_INVALID"), "tls", "notApplied", TLS],
    [coded("UNABLE_TO_VERIFY_LEAF_SIGNATURE"), "tls", "notApplied", TLS],
    [coded("ERR_SSL_WRONG_VERSION_NUMBER"), "tls", "notApplied", TLS],
    [coded("EPROTO"), "tls", "unknown", TLS],
    [coded("ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC"), "tls", "unknown", TLS],
    [coded("ECONNREFUSED", { syscall: "connect" }), "connection", "notApplied", "connection refused"],
    [coded("EHOSTUNREACH", { syscall: "connect" }), "connection", "notApplied", "host not reachable"],
    [coded("ENETUNREACH", { syscall: "connect" }), "connection", "notApplied", "network not reachable"],
    [coded("ETIMEDOUT", { syscall: "connect" }), "connection", "notApplied", "no connection"],
    [coded("EOTHER", { syscall: "connect" }), "connection", "notApplied", "no connection"],
    [{ errors: [], code: 5 }, "connection", "notApplied", "no connection"],
    [coded("HPE_INVALID_CONSTANT"), "connection", "unknown", "the response is not valid HTTP"],
    [coded("ECONNRESET", { syscall: "read" }), "connection", "unknown", LOST],
    [coded("EPIPE"), "connection", "unknown", LOST],
    [coded("SOMETHING_NEW"), "connection", "unknown", LOST],
  ] as const)
    it(`${JSON.stringify(thrown)}: ${kind}, ${outcome}`, () =>
      expect(read(thrown)).to.deep.equal([kind, reason, outcome]));

  it("may have taken effect in any other case, whatever is thrown", () => {
    for (const thrown of [undefined, null, "text", 5, { cause: null }, {}])
      expect(read(thrown)).to.deep.equal(["connection", LOST, "unknown"]);
  });

  it("keeps neither the request nor what was thrown", () => {
    const sent = request({ method: "PUT", url: "https://a.example/x?code=c4nary", body: { a: "c4nary" } });
    const error = readSendFailure(coded("ECONNRESET", { config: { token: "c4nary" } }), sent);
    expect(inspect(error, { depth: 10, showHidden: true })).not.to.match(/c4nary|secret detail/);
  });

  it("shows codes of the system, and none of the HTTP library", () => {
    const codeOf = (code: string) => readSendFailure(coded(code), request()).message;
    expect(codeOf("ECONNRESET")).to.include("ECONNRESET");
    expect(codeOf("ERR_TLS_HANDSHAKE_TIMEOUT")).to.include("ERR_TLS");
    expect(codeOf("ERR_BAD_REQUEST")).not.to.include("ERR_BAD");
  });
});
