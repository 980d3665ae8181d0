import { expect } from "chai";
import { describe, it } from "mocha";
import { readAnswer } from "../../../cli/login/authorizationAnswer.js";

/** The type of a token is in any case. */
const GOOD = { access_token: "token-1", token_type: "bearer", expires_in: "3600", state: "s" };

/** Reads the good answer with changes; a parameter that is undefined is left out. */
function read(change: Record<string, string | undefined> = {}) {
  const parameters = Object.entries({ ...GOOD, ...change }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return readAnswer(String(new URLSearchParams(parameters)), "s");
}

function reasonOf(answer: ReturnType<typeof readAnswer>): string {
  if (answer.kind !== "refused") throw new Error("it was accepted");
  return answer.reason;
}

describe("the answer to a request for a token", () => {
  it("has a token and the seconds it lives", () => {
    expect(read()).to.deep.equal({ kind: "token", token: "token-1", expiresInSeconds: 3600 });
  });

  it("may leave out when the token expires", () => {
    for (const expires_in of [undefined, "", "soon", "-1", "1.5", "1e3", "99999999999"]) {
      expect(read({ expires_in }), expires_in).to.include({ kind: "token", expiresInSeconds: undefined });
    }
  });

  it("keeps characters that addresses escape", () => {
    expect(read({ access_token: "a+b/c=d&e%20'\"$`" })).to.include({ token: "a+b/c=d&e%20'\"$`" });
  });

  for (const [what, change, reason] of [
    ["no token", { access_token: undefined }, "no access token"],
    ["a token with a line break", { access_token: "a\r\nX-Evil: 1" }, "contains invalid characters"],
    ["a token with an umlaut", { access_token: "tök" }, "contains invalid characters"],
    ["another type", { token_type: "mac" }, "type 'mac'"],
    ["an expired token", { expires_in: "0" }, "already expired"],
    ["an error beside a token", { error: "server_error" }, "the service refused the sign-in (server_error)"],
    ["a cancelled sign-in", { error: "access_denied" }, "cancelled, or access was denied (access_denied)"],
    ["a description", { error: "e", error_description: "so it is" }, "(e: so it is)"],
  ] as const) {
    it(`is refused with ${what}`, () => {
      expect(reasonOf(read(change))).to.include(reason);
    });
  }

  it("is refused when a parameter comes twice, whichever is right", () => {
    const answer = readAnswer(`${new URLSearchParams(GOOD)}&access_token=other`, "s");
    expect(reasonOf(answer)).to.include("more than once");
  });

  for (const change of [{ state: "t" }, { state: undefined }, { state: "t", error: "access_denied" }]) {
    it(`belongs to another sign-in with ${JSON.stringify(change)}`, () => {
      expect(read(change)).to.deep.equal({ kind: "foreign" });
    });
  }

  it("belongs to no sign-in with two states, whichever is right, or with nothing in it", () => {
    const twice = ["s", "t"].map((state) => `${new URLSearchParams(GOOD)}&state=${state}`);
    for (const fragment of [...twice, "", "#", "&&&", "%", "=", "\u0000"]) {
      expect(readAnswer(fragment, "s"), fragment).to.deep.equal({ kind: "foreign" });
    }
  });

  it("reaches a terminal on one line, without control sequences, and not too long", () => {
    const description = `\u001b[2J\u009b1mred\r\nsecond\u2028third\u202edrow${"x".repeat(10_000)}`;
    const reason = reasonOf(read({ error: "e\u001b]0;title\u0007", error_description: description }));
    expect(reason).to.match(/^[\x20-\x7e…]+$/);
    expect(reason).to.include("e: red second thirddrow");
    expect(reason.length).to.be.below(1_100);
  });

  it("never quotes a token in a reason", () => {
    for (const change of [{ token_type: "mac" }, { error: "e" }, { expires_in: "0" }]) {
      expect(reasonOf(read({ access_token: "canary-token", ...change }))).to.not.include("canary");
    }
  });
});
