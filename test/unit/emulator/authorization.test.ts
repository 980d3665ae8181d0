import { expect } from "chai";
import { describe, it } from "mocha";
import { useEmulator } from "./support.js";

const REQUEST = {
  response_type: "token",
  client_id: "client-1",
  redirect_uri: "http://127.0.0.1:4321/",
  scope: "user_impersonation",
  state: "state-1",
};

/** The request with changes; a parameter that is undefined is left out. */
function address(url: string, change: Record<string, string | undefined> = {}): string {
  const parameters = Object.entries({ ...REQUEST, ...change }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return `${url}/oauth2/authorize?${new URLSearchParams(parameters)}`;
}

async function decide(target: string, decision: string) {
  const answer = await fetch(target, {
    method: "POST",
    body: new URLSearchParams({ decision }),
    redirect: "manual",
  });
  return { status: answer.status, ...sentBack(answer) };
}

function sentBack({ headers }: Response) {
  const [base, fragment] = (headers.get("location") ?? "").split("#", 2);
  return { base, answer: Object.fromEntries(new URLSearchParams(fragment)) };
}

describe("signing in at the emulator", () => {
  const emulator = useEmulator();

  it("hands out another token every time, in the fragment", async () => {
    const first = await decide(address(emulator().url), "allow");
    const second = await decide(address(emulator().url), "allow");
    expect(first.status).to.equal(303);
    expect(first.base).to.equal(REQUEST.redirect_uri);
    const { access_token: token, ...others } = first.answer;
    expect(others).to.deep.equal({
      token_type: "Bearer",
      expires_in: "3600",
      scope: "user_impersonation",
      state: "state-1",
    });
    expect(token)
      .to.match(/^[\w-]{43}$/)
      .and.to.not.equal(second.answer.access_token);
  });

  for (const decision of ["deny", ""]) {
    it(`hands out nothing for the decision '${decision}'`, async () => {
      const { base, answer } = await decide(address(emulator().url), decision);
      expect(base).to.equal(REQUEST.redirect_uri);
      expect(answer).to.include({ error: "access_denied", state: "state-1" });
      expect(answer).to.not.have.property("access_token");
    });
  }

  for (const [name, value, error] of [
    ["response_type", "code", "unsupported_response_type"],
    ["scope", "everything", "invalid_scope"],
    ["state", "", "invalid_request"],
  ] as const) {
    it(`tells the client of ${name} '${value}': ${error}`, async () => {
      const target = address(emulator().url, { [name]: value });
      const asked = sentBack(await fetch(target, { redirect: "manual" }));
      expect(asked.base).to.equal(REQUEST.redirect_uri);
      expect(asked.answer.error).to.equal(error);
      expect((await decide(target, "allow")).answer.error).to.equal(error);
    });
  }

  for (const change of [
    { client_id: undefined },
    { redirect_uri: undefined },
    { redirect_uri: "http://service.example/" },
    { redirect_uri: "http://127.0.0.1.service.example/" },
    { redirect_uri: "javascript:alert(1)" },
    { redirect_uri: "http://127.0.0.1:1/#fragment" },
  ]) {
    it(`sends nobody anywhere for ${JSON.stringify(change)}`, async () => {
      const target = address(emulator().url, change);
      for (const method of ["GET", "POST"]) {
        const answer = await fetch(target, { method, redirect: "manual" });
        expect([answer.status, answer.headers.get("location")], method).to.deep.equal([400, null]);
      }
    });
  }
});

describe("signing in at an emulator with options", () => {
  const emulator = useEmulator({ token: "the-one", authorizationWrongState: true });

  it("hands out the only token that is accepted, with another state", async () => {
    const { answer } = await decide(address(emulator().url), "allow");
    expect(answer).to.include({ access_token: "the-one" });
    expect(answer.state).to.be.a("string").and.to.not.equal("state-1");
  });
});
