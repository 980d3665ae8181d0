import { expect } from "chai";
import { describe, it } from "mocha";
import { createPipeline } from "../../../provider/http/message.js";
import { authenticationPolicy } from "../../../provider/http/policies.js";
import { answer, rejection, request, transportError } from "./answers.js";

function authenticated(authenticate: () => Record<string, string>) {
  const sent: (Record<string, string> | undefined)[] = [];
  const known = new Set<string>();
  const remember = (secret: string) => known.add(secret);
  const accepted = () => undefined;
  const policy = authenticationPolicy({ authenticate, origin: "https://a.example/base", remember, accepted });
  const send = createPipeline([policy], async ({ headers }) => {
    sent.push(headers);
    return answer(200);
  });
  return { send, sent, known };
}

describe("authentication", () => {
  for (const [fact, next, statuses, sends] of [
    ["sends a refused request once more with a new token", "t-2", [401, 200], 2],
    ["returns the refusal of the new token as well", "t-2", [401, 401, 200], 2],
    ["returns the refusal where there is no other token", "t-1", [401, 200], 1],
  ] as const) {
    it(fact, async () => {
      const left: number[] = [...statuses];
      const sent: unknown[] = [];
      const refused: (string | undefined)[] = [];
      let acceptances = 0;
      const authenticate = (token?: string) => {
        refused.push(token);
        return { authorization: `Bearer ${token === undefined ? "t-1" : next}` };
      };
      const policy = authenticationPolicy({
        authenticate,
        origin: "https://a.example",
        remember: () => undefined,
        accepted: () => void acceptances++,
      });
      const send = createPipeline([policy], async ({ headers }) => {
        sent.push(headers?.authorization);
        return answer(left.shift() ?? 500);
      });
      const { status } = await send(request({ url: "https://a.example/x" }));
      expect(status).to.equal(statuses[sends - 1]);
      expect(sent).to.deep.equal(["Bearer t-1", "Bearer t-2"].slice(0, sends));
      expect(refused).to.deep.equal([undefined, "t-1"]);
      expect(acceptances).to.equal(status === 200 ? 1 : 0);
    });
  }

  it("asks for the token at every call and adds it for its origin only", async () => {
    let count = 0;
    const { send, sent, known } = authenticated(() => ({ authorization: `Bearer t-${++count}` }));
    for (const url of [
      "https://a.example/x",
      "https://A.example:443/y",
      "https://b.example/",
      "https://a.example.evil.example/",
      "https://a.example:444/",
      "http://a.example/",
    ]) {
      await send(request({ url }));
    }
    await send(request({ url: "https://a.example/x", anonymous: true }));
    expect(sent.map((headers) => headers?.authorization)).to.deep.equal([
      "Bearer t-1",
      "Bearer t-2",
      ...Array(5).fill(undefined),
    ]);
    expect([...known]).to.deep.equal(["t-1", "t-2"]);
  });

  for (const [what, origin, url] of [
    ["to an address that cannot be read", "https://a.example", "https://["],
    ["where its own origin cannot be read", "https://[", "https://a.example/x"],
    ["where neither can be read", "https://[", "https://["],
  ] as const) {
    it(`adds no token ${what}`, async () => {
      const policy = authenticationPolicy({
        authenticate: () => expect.fail("asked for a token"),
        origin,
        remember: () => undefined,
        accepted: () => undefined,
      });
      const send = createPipeline([policy], async ({ headers }) => answer(200, { headers: headers ?? {} }));
      expect((await send(request({ url }))).headers).to.deep.equal({});
    });
  }

  for (const [what, header, token] of [
    ["a token without the scheme before it", { authorization: "Bearer  one two" }, "one two"],
    ["a token that stands alone as a whole", { "x-api-token": "one two" }, "one two"],
  ] as const) {
    it(`knows ${what}`, async () => {
      const { send, known } = authenticated(() => ({ ...header }));
      await send(request({ url: "https://a.example/" }));
      expect([...known]).to.deep.equal([token]);
    });
  }

  it("passes on what the caller has to say about a missing token", async () => {
    const missing = new Error("no token: set it");
    const { send, sent } = authenticated(() => {
      throw missing;
    });
    expect(await rejection(send(request({ url: "https://a.example/" })))).to.equal(missing);
    expect(sent).to.deep.equal([]);
  });

  it("cuts the line break that a file ends with, and refuses what no header can carry", async () => {
    const fine = authenticated(() => ({ "x-api-token": "abcdef\r\n" }));
    await fine.send(request({ url: "https://a.example/" }));
    expect(fine.sent).to.deep.equal([{ "x-api-token": "abcdef" }]);
    for (const token of ["abc\ndef", "abc–def", "abc\u0000def"]) {
      const { send, sent } = authenticated(() => ({ "x-api-token": token }));
      const error = await transportError(send(request({ method: "PUT", url: "https://a.example/" })));
      expect(error).to.include({ kind: "token", outcome: "notApplied" });
      expect(error.message).not.to.contain("abc");
      expect(sent).to.deep.equal([]);
    }
  });
});
