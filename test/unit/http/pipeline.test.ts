import { expect } from "chai";
import { describe, it } from "mocha";
import { createPipeline, type HttpRequest } from "../../../provider/http/pipeline.js";
import { completePolicy } from "../../../provider/http/policies.js";
import { TestClock } from "../../support/clock.js";
import { answer, request } from "./answers.js";

describe("completePolicy", () => {
  const complete = async (part: Partial<HttpRequest>): Promise<HttpRequest | undefined> => {
    let sent: HttpRequest | undefined;
    const policy = completePolicy(new TestClock());
    await createPipeline([policy], async (last) => {
      sent = last;
      return answer(200);
    })(request(part));
    return sent;
  };
  const now = new TestClock().now();

  it("gives a request an id and a deadline", async () => {
    const sent = await complete({ headers: { "if-match": "W/1" } });
    expect(sent?.headers).to.include({ "if-match": "W/1" });
    expect(sent?.headers?.["x-ms-client-request-id"]).to.match(/^[0-9a-f-]{36}$/);
    expect(Object.keys(sent?.headers ?? {})).to.have.length(2);
    expect(sent?.deadline).to.equal(now + 900_000);
  });

  it("keeps the id and the deadline that it has, and begins after what it waits for", async () => {
    const own = await complete({ headers: { "x-ms-client-request-id": "own" }, deadline: 5 });
    expect(own).to.deep.include({ headers: { "x-ms-client-request-id": "own" }, deadline: 5 });
    const passing = { until: now + 60_000, includes: () => false };
    expect((await complete({ temporary: passing }))?.deadline).to.equal(now + 960_000);
  });
});
