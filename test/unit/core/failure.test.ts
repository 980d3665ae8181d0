import { expect } from "chai";
import { describe, it } from "mocha";
import { type Outcome, ProviderError } from "../../../provider/contract/providerError.js";
import { formatFailure, getDefaultHint } from "../../../provider/core/failure.js";
import { readServiceError } from "../../../provider/http/serviceError.js";
import { TransportError, type TransportFailure } from "../../../provider/http/transportError.js";
import { KnownSecrets } from "../../../provider/text/knownSecrets.js";
import { foreign } from "../../../provider/text/message.js";
import { answer } from "../http/answers.js";
import { settings } from "../support/hooks.js";

const MOST_BYTES = 4000;

const textOf = (message: string, hints: (string | undefined)[] = [], secrets: string[] = []) =>
  formatFailure(new ProviderError(message), {
    resource: "Thing 'one'",
    operation: "update",
    hints,
    secrets: new KnownSecrets(secrets),
  });

/** An error whose lines have `bytes` bytes in all, each with its line break. */
function errorOf(bytes: number): string {
  const lines = ["first", ...Array.from({ length: 39 }, (_, index) => `line ${index} `.padEnd(89, "."))];
  const missing = bytes - Buffer.byteLength(`Thing 'one': update failed: ${lines.join("\n")}\n`);
  return [...lines, "x".repeat(missing - 1)].join("\n");
}

describe("the text of a failure", () => {
  it("names the resource and the operation, and ends with what to do", () => {
    expect(textOf("refused", ["Wait.", undefined, "Then try again."])).to.equal(
      "Thing 'one': update failed: refused\n  what to do: Wait. Then try again.",
    );
    expect(textOf("refused")).to.equal("Thing 'one': update failed: refused");
  });

  it("is shown in full up to 4000 bytes, with the note that lines are missing counted in", () => {
    const note = "  … (shortened)";
    const room = MOST_BYTES - Buffer.byteLength(`${note}\n`);
    const message = errorOf(room);
    expect(textOf(message)).to.equal(`Thing 'one': update failed: ${message}`);
    const shortened = textOf(errorOf(room + 1)).split("\n");
    expect(shortened.at(-1)).to.equal(note);
    expect(shortened.slice(0, -1)).to.deep.equal(
      `Thing 'one': update failed: ${message}`.split("\n").slice(0, -1),
    );
  });

  it("keeps the beginning of a first line that is too long by itself", () => {
    for (const character of ["x", "ü", "日"]) {
      const [first = "", ...others] = textOf(character.repeat(MOST_BYTES), ["Wait."]).split("\n");
      expect(first).to.match(new RegExp(`^Thing 'one': update failed: ${character}{900,}$`));
      expect(others).to.deep.equal(["  … (shortened)", "  what to do: Wait."]);
      expect(Buffer.byteLength([first, ...others].join("\n"))).to.be.lessThanOrEqual(MOST_BYTES);
    }
  });

  it("keeps the consequence of a long error in front of what to do, and shortens it too", () => {
    const consequenceOf = (consequence: string): string[] =>
      formatFailure(new ProviderError(errorOf(2 * MOST_BYTES)), {
        ...{ resource: "Thing 'one'", operation: "create", hints: ["Wait."], secrets: new KnownSecrets([]) },
        consequence,
      }).split("\n");
    expect(consequenceOf("it is gone: because\n  detail").slice(-4)).to.deep.equal([
      "  … (shortened)",
      "  it is gone: because",
      "    detail",
      "  what to do: Wait.",
    ]);
    const lines = consequenceOf(errorOf(MOST_BYTES));
    expect(Buffer.byteLength(lines.join("\n"))).to.be.lessThanOrEqual(MOST_BYTES);
    expect(lines.filter((line) => line === "  … (shortened)")).to.have.length(2);
  });

  it("shows no secret in what was not thrown on purpose, and leaves the provider's own words alone", () => {
    const known = { resource: "Thing 'one'", operation: "update" as const, hints: ["Wait."] };
    const secrets = new KnownSecrets(["update", "failed", "Thing"]);
    expect(formatFailure(new TypeError("the Thing failed"), { ...known, secrets })).to.equal(
      "Thing 'one': update failed: the [secret] [secret]\n  what to do: Wait.",
    );
  });
});

const refusal = (status: number, code?: string, message = "No.", details: object[] = []) =>
  readServiceError(answer(status, { body: { error: { code, message, details } } }));

const unsent = (outcome: Outcome, ...kinds: TransportFailure[]) =>
  kinds.map((kind) => {
    const url = foreign("https://service.example");
    return new TransportError({ kind, outcome, reason: "failed", method: "GET", url });
  });

const foreignTokens = [401, 403].flatMap((status) =>
  ["Tenant", "Issuer", "Audience"].flatMap((part) => {
    const code = `InvalidAuthenticationToken${part}`;
    return [refusal(status, code), refusal(status, "Unauthorized", "No.", [{ code, message: "No." }])];
  }),
);

const hints: [what: string, errors: Error[], hint: RegExp | undefined][] = [
  [
    "a service that was not reached",
    unsent("notApplied", "dns", "connection", "tls"),
    /^check that the address is correct .* vendorcloud:businessUrl/,
  ],
  [
    "a certificate of an unknown authority, also of a proxy",
    [
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "SELF_SIGNED_CERT_IN_CHAIN",
      "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    ].flatMap((code) => unsent("notApplied", "tls", "proxy").map((error) => error.with({ code }))),
    /`NODE_EXTRA_CA_CERTS`/,
  ],
  [
    "another problem of a certificate",
    unsent("notApplied", "tls").map((error) => error.with({ code: "CERT_HAS_EXPIRED" })),
    /^check that the address is correct/,
  ],
  ["one that may have been reached", unsent("unknown", "dns", "connection", "tls"), undefined],
  [
    "a proxy",
    unsent("notApplied", "proxy", "proxyConnection"),
    /^check the proxy in `HTTPS_PROXY` or `ALL_PROXY`\. `NO_PROXY` lists hosts that are reached without a proxy\.$/,
  ],
  [
    "an unexpected response",
    unsent("notApplied", "unexpected", "undocumented", "redirect"),
    /another server may have responded.* vendorcloud:businessUrl/,
  ],
  [
    "a token that cannot be sent",
    unsent("notApplied", "token"),
    /^set the token without that character, with .* the environment variable VENDORCLOUD_BUSINESS_TOKEN\.$/,
  ],
  ["a refusal that passes", [refusal(409, "ContainerGroupTransitioning")], /Run `pulumi up` again/],
  ["a token of another tenant or service", foreignTokens, /^the token belongs to another tenant or service/],
  [
    "one of which the message alone says so",
    [refusal(401, "InvalidAuthenticationToken", "It is from the wrong issuer 'a'.")],
    /^the token belongs to another tenant/,
  ],
  ["its code with another status, too", [refusal(409, "InvalidAuthenticationTokenTenant")], undefined],
  [
    "a token of which nothing is known",
    [refusal(401), refusal(401, "InvalidAuthenticationToken", "The token is malformed.")],
    /^the token was rejected; it may have expired\. Set a new one with `pulumi config set/,
  ],
  ["a missing permission", [refusal(403)], /Request the permission, or use another account's token\.$/],
  [
    "a policy",
    [refusal(403, "RequestDisallowedByPolicy")],
    /^a policy of the subscription or the resource group refuses this/,
  ],
  [
    "too many requests",
    [refusal(429)],
    /Run the command again later, or lower `vendorcloud:maxConcurrency`\.$/,
  ],
  [
    "a fault of the service",
    [refusal(500), refusal(503)],
    /^the service could not process the request\. Run the command again later\.$/,
  ],
  [
    "any other refusal, which names what is wrong",
    [400, 404, 409, 412, 499].map((status) => refusal(status, "Conflict")),
    undefined,
  ],
];

describe("what to do about an error", () => {
  for (const [what, errors, hint] of hints) {
    it(`${what}: ${hint?.source ?? "nothing but the error itself"}`, () => {
      for (const error of errors) {
        const text = getDefaultHint(error, "business", settings);
        if (hint === undefined) expect(text).to.equal(undefined);
        else expect(text).to.match(hint);
      }
    });
  }
});
