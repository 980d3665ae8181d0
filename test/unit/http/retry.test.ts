import { expect } from "chai";
import { describe, it } from "mocha";
import type { HttpRequest, HttpResponse } from "../../../provider/http/message.js";
import { createPipeline } from "../../../provider/http/pipeline.js";
import { type RetryInfo, retry } from "../../../provider/http/policies/retry.js";
import { answer, failure, rejection, request, transportError } from "./answers.js";
import { SkippingClock } from "./fakeClock.js";

type Step = (sent: HttpRequest) => HttpResponse;

const fails =
  (...args: [Parameters<typeof failure>[1], boolean]): Step =>
  (sent) => {
    throw failure(sent, ...args);
  };
const answers =
  (status: number, part?: Partial<HttpResponse>): Step =>
  () =>
    answer(status, part);

/** A pipeline that only retries, in front of a service that does one step after the other. */
function scripted(steps: Step[], retryMaxAttempts = 5) {
  const clock = new SkippingClock();
  const told: RetryInfo[] = [];
  const policy = retry({
    retry: { retryStrategy: "incremental", retryBaseDelayMs: 100, retryMaxAttempts },
    clock,
    onRetry: (info) => told.push(info),
  });
  const left = [...steps];
  const send = createPipeline([policy], async (sent) => {
    const step = left.shift();
    if (!step) throw new Error("more attempts than the test expects");
    return step(sent);
  });
  return { send, clock, told, left };
}

describe("retry", () => {
  it("returns a good answer at once", async () => {
    const { send, clock } = scripted([answers(200)]);
    expect(await send(request())).to.deep.equal(answer(200));
    expect(clock.waits).to.deep.equal([]);
  });

  it("waits as the strategy says, and as the service says where it does", async () => {
    const throttled = answers(429, { headers: { "retry-after": "9" } });
    const { send, clock, told } = scripted([answers(500), throttled, fails("timeout", true), answers(200)]);
    const response = await send(request({ url: "https://service.example/x?code=4711" }));
    expect(response.status).to.equal(200);
    expect(clock.waits).to.deep.equal([100, 9000, 300]);
    expect(told.map(({ attempt, reason }) => [attempt, reason])).to.deep.equal([
      [1, "status 500"],
      [2, "status 429"],
      [3, "made up: timeout"],
    ]);
    expect(told[0]).to.include({
      method: "GET",
      url: "https://service.example/x?code=[hidden]",
      delayMs: 100,
    });
  });

  it("returns the last answer when the attempts are used up", async () => {
    const { send, left } = scripted([answers(500), answers(502)], 2);
    expect((await send(request())).status).to.equal(502);
    expect(left).to.deep.equal([]);
  });

  it("throws the last error when the attempts are used up", async () => {
    const { send } = scripted([fails("connection", true), fails("truncated", true)], 2);
    expect((await transportError(send(request()))).kind).to.equal("truncated");
  });

  it("returns at once what would have to wait beyond the deadline", async () => {
    const { send, clock } = scripted([answers(503, { headers: { "retry-after": "60" } })]);
    expect((await send(request({ deadline: clock.now() + 59_000 }))).status).to.equal(503);
    expect(clock.waits).to.deep.equal([]);
  });

  it("returns the service's last word rather than that there was no time for another attempt", async () => {
    const { send } = scripted([answers(429), fails("deadline", false)]);
    expect((await send(request())).status).to.equal(429);
  });

  it("does not forget that an earlier attempt may have taken effect", async () => {
    const put = request({ method: "PUT" });
    const refused = scripted([fails("timeout", true), fails("connection", false)], 2);
    const error = await transportError(refused.send(put));
    expect(error).to.include({ kind: "connection", ambiguous: true });
    expect(error.message).to.contain("may have taken effect");

    const gone = await scripted([fails("connection", true), answers(404)]).send(
      request({ method: "DELETE" }),
    );
    expect(gone).to.include({ status: 404, earlierAttemptUnclear: true });

    const clear = await scripted([answers(429), answers(404)]).send(request({ method: "DELETE" }));
    expect(clear).not.to.have.property("earlierAttemptUnclear");

    const read = await scripted([answers(500), answers(404)]).send(request());
    expect(read).not.to.have.property("earlierAttemptUnclear");
  });

  it("lets errors of others pass", async () => {
    const missing = new Error("no token: set it");
    const { send } = scripted([
      () => {
        throw missing;
      },
    ]);
    expect(await rejection(send(request()))).to.equal(missing);
  });
});
