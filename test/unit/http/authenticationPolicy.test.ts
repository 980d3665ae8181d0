import { expect } from "chai";
import { describe, it } from "mocha";
import { isOfService } from "../../../provider/contract/address.js";
import { createPipeline } from "../../../provider/http/pipeline.js";
import { authenticationPolicy } from "../../../provider/http/policies.js";
import { answer, request, transportError } from "./answers.js";

const toHeaders = (token: string) => ({ authorization: `Bearer ${token}` });

/** @param statuses of the first responses; then 200 */
function authenticated(readToken: (refused?: string) => string, statuses: readonly number[] = []) {
  const sent: (string | undefined)[] = [];
  const accepted: string[] = [];
  const known = new Set<string>();
  const left = [...statuses];
  const policy = authenticationPolicy({
    ...{ readToken, toHeaders },
    isOwn: (url) => isOfService(url, "https://a.example/base", false),
    remember: (secret) => known.add(secret),
    accepted: () => void accepted.push(sent.at(-1) ?? ""),
  });
  const send = createPipeline([policy], async ({ headers }) => {
    sent.push(headers?.authorization);
    return answer(left.shift() ?? 200);
  });
  return { send, sent, accepted, known };
}

describe("authentication", () => {
  for (const [fact, next, statuses, sends] of [
    ["sends a refused request once more with a new token", "t-2", [401, 200], 2],
    ["returns the refusal of the new token as well", "t-2", [401, 401, 200], 2],
    ["returns the refusal where there is no other token", "t-1", [401, 200], 1],
  ] as const) {
    it(fact, async () => {
      const refused: (string | undefined)[] = [];
      const { send, sent, accepted } = authenticated((token) => {
        refused.push(token);
        return token === undefined ? "t-1" : next;
      }, statuses);
      const { status } = await send(request({ url: "https://a.example/x" }));
      expect(status).to.equal(statuses[sends - 1]);
      expect(sent).to.deep.equal(["Bearer t-1", "Bearer t-2"].slice(0, sends));
      expect(refused).to.deep.equal([undefined, "t-1"]);
      expect(accepted).to.deep.equal(status === 200 ? sent.slice(-1) : []);
    });
  }

  it("asks for the token at every call and adds it for its origin only", async () => {
    let count = 0;
    const { send, sent, known } = authenticated(() => `t-${++count}`);
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
    expect(sent).to.deep.equal(["Bearer t-1", "Bearer t-2", ...Array(5).fill(undefined)]);
    expect([...known]).to.deep.equal(["t-1", "t-2"]);
  });

  it("refuses what no header can carry", async () => {
    for (const token of ["abc\ndef", "abc–def", "abc\u0000def"]) {
      const { send, sent } = authenticated(() => token);
      const error = await transportError(send(request({ method: "PUT", url: "https://a.example/" })));
      expect(error).to.include({ kind: "token", outcome: "notApplied" });
      expect(error.message).not.to.contain("abc");
      expect(sent).to.deep.equal([]);
    }
  });
});
