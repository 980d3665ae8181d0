import { expect } from "chai";
import { describe, it } from "mocha";
import type { Outcome } from "../../../provider/contract/providerError.js";
import { Runtime } from "../../../provider/contract/runtime.js";
import { Settings } from "../../../provider/contract/settings.js";
import {
  createPipeline,
  type HttpRequest,
  type HttpResponse,
  type SendRequest,
} from "../../../provider/http/pipeline.js";
import { retryPolicy } from "../../../provider/http/retry.js";
import type { TransportError } from "../../../provider/http/transportError.js";
import type { Text } from "../../../provider/text/message.js";
import { asRead } from "../../support/asRead.js";
import { SkippingClock, settled, TestClock } from "../../support/clock.js";
import { answer, failure, rejection, request, transportError } from "./answers.js";

const SECRETS = ["hunter2-hunter2", "token-0815-4711"];

type Step = (sent: HttpRequest) => HttpResponse;

const fails =
  (...args: [Parameters<typeof failure>[1], Outcome]): Step =>
  (sent) => {
    throw failure(sent, ...args);
  };
const answers =
  (status: number, part?: Partial<HttpResponse>): Step =>
  () =>
    answer(status, part);

const defaults = { ...new Settings({ get: () => undefined }, {}).retry, isPreview: false };

/** A pipeline that only retries, in front of a service that does one step after the other. */
function scripted(steps: Step[], options: Partial<Parameters<typeof retryPolicy>[0]> = {}) {
  const clock = new SkippingClock();
  const told: string[] = [];
  const retry = { ...defaults, retryStrategy: "incremental", retryBaseDelayMs: 100, ...options } as const;
  const policy = retryPolicy(retry, new Runtime({ clock }));
  const left = [...steps];
  const pipeline = createPipeline([policy], async (sent) => {
    const step = left.shift();
    if (!step) throw new Error("more attempts than the test expects");
    return step(sent);
  });
  const onWait = (message: Text): void => void told.push(asRead(message, ...SECRETS));
  const send: SendRequest = (sent) => pipeline({ ...sent, onWait });
  return { send, clock, told, left };
}

describe("retry", () => {
  it("waits as the strategy says, and as the service says where it does", async () => {
    const throttled = answers(429, { headers: { "retry-after": "9" } });
    const { send, clock } = scripted([answers(500), throttled, fails("timeout", "unknown"), answers(200)]);
    expect((await send(request())).status).to.equal(200);
    expect(clock.waits).to.deep.equal([100, 9000, 300]);
  });

  it("shows neither a token nor a secret of the resource in what it tells", async () => {
    const code = "Bad-token-0815-4711-hunter2-hunter2";
    const { send, told } = scripted([answers(503, { body: { error: { code } } }), answers(200)], {
      retryBaseDelayMs: 1000,
    });
    await send(request());
    expect(told).to.deep.equal(["retrying in 1 s: 503 Service Unavailable (Bad-[secret]-[secret])"]);
  });

  for (const kind of ["deadline", "canceled"] as const) {
    it(`returns the service's last word rather than that there is no other attempt (${kind})`, async () => {
      const { send } = scripted([answers(429), fails(kind, "notApplied")]);
      expect((await send(request())).status).to.equal(429);
    });
  }

  it("does not forget that an earlier attempt may have taken effect", async () => {
    const put = request({ method: "PUT" });
    const refused = scripted([fails("timeout", "unknown"), fails("connection", "notApplied")], {
      retryMaxAttempts: 2,
    });
    const error = await transportError(refused.send(put));
    expect(error).to.include({ kind: "connection", outcome: "unknown" });
    expect(error.message).to.contain("may have taken effect");

    const gone = await scripted([fails("connection", "unknown"), answers(404)]).send(
      request({ method: "DELETE" }),
    );
    expect(gone).to.include({ status: 404, earlierOutcome: "unknown" });

    const clear = await scripted([answers(429), answers(404)]).send(request({ method: "DELETE" }));
    expect(clear).not.to.have.property("earlierOutcome");

    const read = await scripted([answers(500), answers(404)]).send(request());
    expect(read).not.to.have.property("earlierOutcome");
  });

  it("ends its wait when the run is canceled: what came of the last attempt stays, and so does its outcome", async () => {
    const cancellation = new AbortController();
    const { signal: canceled } = cancellation;
    const policy = retryPolicy(defaults, { clock: new TestClock(), canceled });
    const steps = [fails("connection", "unknown"), answers(429)];
    const send = createPipeline([policy], async (sent) => {
      const step = steps.shift();
      if (step === undefined) throw new Error("another attempt");
      return step(sent);
    });
    const sending = send(request({ method: "PUT" }));
    await settled();
    cancellation.abort();
    const error = (await rejection(sending)) as TransportError;
    expect(error).to.include({ kind: "connection", outcome: "unknown" });
    expect(steps).to.have.length(1);
  });
});
