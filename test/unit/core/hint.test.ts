import { expect } from "chai";
import { describe, it } from "mocha";
import type { Outcome } from "../../../provider/contract/providerError.js";
import { getDefaultHint } from "../../../provider/core/messages.js";
import { readServiceError } from "../../../provider/http/serviceError.js";
import { TransportError, type TransportFailure } from "../../../provider/http/transportError.js";
import { foreign } from "../../../provider/text/message.js";
import { answer } from "../http/answers.js";
import { settings } from "../support/hooks.js";

const refusal = (status: number, error: object) => readServiceError(answer(status, { body: { error } }));

const hintFor = (kind: TransportFailure, outcome: Outcome = "notApplied") => {
  const error = new TransportError({
    ...{ kind, outcome, reason: "failed", method: "GET", url: foreign("https://service.example") },
  });
  return getDefaultHint(error, "business", settings);
};

it("what to do about a refusal that passes: run the command again", () => {
  const refused = (code: string, status = 409) =>
    getDefaultHint(refusal(status, { code }), "resourceManager", settings);
  expect(refused("ContainerGroupTransitioning")).to.include("Run `pulumi up` again");
  expect([refused("Conflict"), refused("ContainerGroupTransitioning", 400)]).to.deep.equal([
    undefined,
    undefined,
  ]);
});

describe("what to do about a request without a response", () => {
  for (const kind of ["dns", "connection", "tls"] as const) {
    it(`${kind}: check the address, unless the service was reached`, () => {
      const hint = hintFor(kind);
      expect(hint).to.include("check that the address is correct").and.to.include("vendorcloud:businessUrl");
      expect(hintFor(kind, "unknown")).to.equal(undefined);
    });
  }

  for (const kind of ["proxy", "proxyConnection"] as const) {
    it(`${kind}: check the variables that name the proxy`, () => {
      expect(hintFor(kind)).to.equal(
        "check the proxy in `HTTPS_PROXY` or `ALL_PROXY`. `NO_PROXY` lists hosts that are reached without a proxy.",
      );
    });
  }

  it("unexpected: check whether the address is that of another server", () => {
    const hint = hintFor("unexpected");
    expect(hint).to.include("another server may have responded").and.to.include("vendorcloud:businessUrl");
  });

  it("timeout: nothing but the error itself", () => {
    expect(hintFor("timeout")).to.equal(undefined);
  });
});

describe("what to do about a token of another tenant or service", () => {
  const hintOf = (status: number, code: string, message = "No.") => {
    const own = refusal(status, { code, message });
    const nested = refusal(status, { code: "Unauthorized", message: "No.", details: [{ code, message }] });
    const [hint, other] = [own, nested].map((error) => getDefaultHint(error, "business", settings));
    expect(hint).to.equal(other);
    return hint;
  };

  for (const status of [401, 403])
    for (const code of ["Tenant", "Issuer", "Audience"].map((part) => `InvalidAuthenticationToken${part}`))
      it(`${status} ${code}: another token, which is not called expired`, () => {
        expect(hintOf(status, code))
          .to.include("another tenant")
          .and.not.to.match(/expired|permission/);
      });

  it("401 whose message alone says so: the same", () => {
    expect(hintOf(401, "InvalidAuthenticationToken", "It is from the wrong issuer 'a'.")).to.include(
      "another tenant",
    );
    expect(hintOf(401, "InvalidAuthenticationToken", "The token is malformed.")).to.include("expired");
    expect(hintOf(409, "InvalidAuthenticationTokenTenant")).to.equal(undefined);
  });
});

describe("what to do about a request that the service refused", () => {
  const hintOf = (status: number) => {
    return getDefaultHint(refusal(status, { message: "No." }), "business", settings);
  };

  const hints: [status: number, hint: string][] = [
    [401, "the token was rejected; it may have expired. Set a new one with `pulumi config set"],
    [403, "Request the permission, or use another account's token."],
    [429, "Run the command again later, or lower `vendorcloud:maxConcurrency`."],
    [500, "the service could not process the request. Run the command again later."],
    [503, "the service could not process the request. Run the command again later."],
  ];
  for (const [status, hint] of hints) {
    it(`${status}: ${hint}`, () => {
      expect(hintOf(status)).to.include(hint);
    });
  }

  it("any other status: nothing but the error itself, which names what is wrong", () => {
    for (const status of [400, 404, 409, 412, 499]) expect(hintOf(status)).to.equal(undefined);
  });
});
