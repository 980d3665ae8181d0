import { inspect } from "node:util";
import { expect } from "chai";
import { describe, it } from "mocha";
import { getOutcome } from "../../../provider/contract/providerError.js";
import type { HttpResponse } from "../../../provider/http/pipeline.js";
import { readServiceError } from "../../../provider/http/serviceError.js";
import { readSendFailure, sanitizeUrl, TransportError } from "../../../provider/http/transportError.js";
import { errorFields, errorText } from "../../support/asRead.js";
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

const read = (thrown: unknown) => {
  const { kind, reason, outcome } = readSendFailure(thrown, request({ method: "PUT" }));
  return [kind, reason, outcome];
};
const coded = (code: string, more: object = {}) =>
  Object.assign(new Error("secret detail"), { code, ...more });
const LOST = "connection lost before the response was complete";
const TLS = "TLS connection failed: check the address and the certificate of the host";

describe("what a request failed with", () => {
  for (const [thrown, kind, outcome, reason] of [
    [coded("ENOTFOUND"), "dns", "notApplied", "host name not found"],
    [coded("EAI_AGAIN"), "dns", "notApplied", "the DNS server does not respond"],
    [coded("CERT_HAS_EXPIRED"), "tls", "notApplied", TLS],
    [coded("ERR_TLS_CERT_ALTNAME_INVALID"), "tls", "notApplied", TLS],
    [coded("UNABLE_TO_VERIFY_LEAF_SIGNATURE"), "tls", "notApplied", TLS],
    [coded("ERR_SSL_WRONG_VERSION_NUMBER"), "tls", "notApplied", TLS],
    [coded("EPROTO"), "tls", "unknown", TLS],
    [coded("ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC"), "tls", "unknown", TLS],
    [coded("ECONNREFUSED", { syscall: "connect" }), "connection", "notApplied", "connection refused"],
    [coded("EHOSTUNREACH", { syscall: "connect" }), "connection", "notApplied", "host not reachable"],
    [coded("ENETUNREACH", { syscall: "connect" }), "connection", "notApplied", "network not reachable"],
    [coded("EOTHER", { syscall: "connect" }), "connection", "notApplied", "no connection"],
    [{ errors: [], code: 5 }, "connection", "notApplied", "no connection"],
    [coded("HPE_INVALID_CONSTANT"), "connection", "unknown", "the response is not valid HTTP"],
    [coded("ECONNRESET", { syscall: "read" }), "connection", "unknown", LOST],
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

describe("sanitizeUrl", () => {
  for (const [url, expected] of [
    ["https://a.example/x?api-version=2023-05-01", "https://a.example/x?api-version=2023-05-01"],
    ["https://a.example/x?API-Version=1&%24top=5", "https://a.example/x?API-Version=1&%24top=5"],
    ["https://a.example/x?$filter=number eq 'C1'", "https://a.example/x?$filter=number%20eq%20%27C1%27"],
    [
      "https://a.example/x?sv=1&sig=abc%2F&api-version=2",
      "https://a.example/x?sv=[hidden]&sig=[hidden]&api-version=2",
    ],
    ["https://a.example/x?secret", "https://a.example/x?secret=[hidden]"],
    ["https://a.example/x?%zz=1", "https://a.example/x?%zz=[hidden]"],
    ["https://me:pw@a.example:8443/x#part", "https://a.example:8443/x"],
    ["not an address with a secret", "(unreadable address)"],
  ] as const) {
    it(url, () => {
      expect(sanitizeUrl(url).raw).to.equal(expected);
      expect(sanitizeUrl(sanitizeUrl(url).raw).raw).to.equal(expected);
    });
  }
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
