import { expect } from "chai";
import { describe, it } from "mocha";
import type { HttpMethod, HttpRequest, HttpResponse } from "../../../provider/http/pipeline.js";
import { TransportError } from "../../../provider/http/transportError.js";
import { findCollectionProblem, findRecordProblem } from "../../../provider/odata/bodies.js";
import {
  batchable,
  batchWorld,
  type Call,
  echo,
  type Operation,
  type OperationAnswer,
  paths,
  quiet,
  ROOT,
  sizes,
} from "./batchWorld.js";

/** How a request ended, as text: what a test compares. */
function told(end: Promise<HttpResponse>): Promise<string> {
  return end.then(
    ({ status, method, url }) => `${method} ${url.replace(ROOT, "")}: ${status}`,
    (error: unknown) => {
      if (!(error instanceof TransportError)) throw error;
      const { method, url, kind, outcome } = error;
      return `${method} ${url.raw.replace(ROOT, "")}: ${kind}${outcome === "unknown" ? ", unknown" : ""}`;
    },
  );
}

const lost = (call: Call | undefined) => call?.fail("connection", "unknown");

describe("batching: a batch that takes too long", () => {
  it("tells each request so, and lets half as many travel together from then on", async () => {
    const { send, calls } = batchWorld();
    const ends = [told(send(batchable("a"))), told(send(batchable("b", { method: "PATCH" })))];
    for (const path of paths(38)) void told(send(batchable(path)));
    await quiet();
    await calls[0]?.fail("timeout", "unknown");
    expect(await Promise.all(ends)).to.deep.equal(["GET a: timeout", "PATCH b: timeout, unknown"]);
    for (const path of paths(60)) void send(batchable(path));
    await quiet();
    expect(sizes(calls)).to.deep.equal([40, 20, 20, 20]);
    for (const call of calls.slice(1)) await call.answerEach(echo);
    for (const path of paths(60)) void send(batchable(path));
    await quiet();
    expect(sizes(calls).slice(4)).to.deep.equal([20, 20, 20]);
  });
});

describe("batching: a batch that is refused as such", () => {
  it("goes again in halves when it is too large, before all others, without counting it as an attempt", async () => {
    const { send, calls } = batchWorld({ maxConcurrency: 1 });
    const ends = paths(10).map((path) => send(batchable(path, { method: "PATCH" })));
    await quiet();
    void send(batchable("later"));
    await calls[0]?.answer(413);
    while (calls.some(({ isDone }) => !isDone)) await calls.find(({ isDone }) => !isDone)?.answerEach(echo);
    expect(sizes(calls)).to.deep.equal([10, 5, 5, 1]);
    expect((await Promise.all(ends)).map(({ body }) => body)).to.deep.equal(paths(10));
  });

  for (const status of [400, 404, 405, 501]) {
    it(`is no way to send anything from then on, and each request gets its own answer: ${status}`, async () => {
      const { send, calls } = batchWorld({ maxConcurrency: 3 });
      const ends = paths(4).map((path) => told(send(batchable(path, { method: "PATCH" }))));
      await quiet();
      await calls[0]?.answer(status);
      for (let index = 1; index <= 4; index++) await calls[index]?.answer(index === 4 ? 404 : 200);
      expect(await Promise.all(ends)).to.deep.equal([
        "PATCH x(0): 200",
        "PATCH x(1): 200",
        "PATCH x(2): 200",
        "PATCH x(3): 404",
      ]);
      for (const path of paths(2)) void send(batchable(path));
      await quiet();
      expect(sizes(calls)).to.deep.equal([4, 1, 1, 1, 1, 1, 1]);
    });
  }

  for (const outcome of ["unknown", "notApplied"] as const) {
    it(`goes again one by one when it is sent elsewhere, but what ${outcome === "unknown" ? "may" : "cannot"} have been done`, async () => {
      const { send, calls } = batchWorld();
      const ends = [told(send(batchable("a"))), told(send(batchable("b", { method: "PATCH" })))];
      await quiet();
      await calls[0]?.fail("redirect", outcome);
      for (const call of calls.slice(1)) await call.answer(200);
      expect(await Promise.all(ends)).to.deep.equal([
        "GET a: 200",
        outcome === "unknown" ? "PATCH b: unexpected, unknown" : "PATCH b: 200",
      ]);
    });
  }
});

describe("batching: each request decides for itself whether it goes again", () => {
  const retry = { retryMaxAttempts: 3, retryStrategy: "fixed", retryBaseDelayMs: 1000 } as const;

  it("repeats what only reads after a lost connection, not what may have been done", async () => {
    const { send, calls, clock } = batchWorld({ retry });
    const ends = [
      told(send(batchable("a"))),
      told(send(batchable("b", { method: "PATCH" }))),
      told(send(batchable("c"))),
    ];
    await quiet();
    await lost(calls[0]);
    expect(await ends[1]).to.equal("PATCH b: connection, unknown");
    await clock.advance(1000);
    await quiet();
    expect(calls[1]?.operations?.map(({ url }) => url)).to.deep.equal(["a", "c"]);
    await calls[1]?.answerEach(echo);
    expect(await Promise.all(ends)).to.include.members(["GET a: 200", "GET c: 200"]);
  });
});

const refused = { status: 429, headers: { "retry-after": "1" } };

describe("batching: limits that the service reports", () => {
  it("holds everybody back whom a Retry-After inside a batch concerns", async () => {
    const { send, calls, clock } = batchWorld({ maxConcurrency: 4 });
    const responses = paths(3).map((path) => send(batchable(path)));
    await quiet();
    const waits: Record<string, string> = { "x(1)": "3", "x(2)": "7" };
    await calls[0]?.answerEach(({ url }) => ({
      status: waits[url] ? 429 : 200,
      headers: { "Retry-After": waits[url] ?? "60" },
    }));
    expect((await responses[0])?.status).to.equal(200);
    void send(batchable("next"));
    await clock.advance(6999);
    await quiet();
    expect(calls).to.have.length(1);
    await clock.advance(1);
    await quiet();
    // The service took one operation before, so that one is sent first.
    expect(calls.slice(1).map(({ request }) => request.url)).to.deep.equal([`${ROOT}x(1)`]);
    await calls[1]?.answer(200);
    expect(calls[2]?.request.url).to.equal(`${ROOT}x(2)`);
  });

  it("does not count it as an attempt when a part of a batch is postponed, time and again", async () => {
    const { send, calls, clock } = batchWorld({ retry: { retryMaxAttempts: 1 } });
    const responses = paths(10).map((path) => send(batchable(path)));
    for (let round = 0; round < 4; round++) {
      await quiet();
      const call = calls[round];
      const taken = Math.ceil((call?.operations?.length ?? 0) / 2);
      if (call?.operations === undefined) await call?.answer(200);
      await call?.answerEach(({ id }) => (Number(id) <= taken ? { status: 200 } : refused));
      await clock.advance(1000);
    }
    expect(sizes(calls)).to.deep.equal([10, 5, 2, 1]);
    expect((await Promise.all(responses)).map(({ status }) => status)).to.deep.equal(Array(10).fill(200));
  });

  for (const [status, limit] of [
    [429, 2],
    [503, 4],
  ] as const) {
    it(`gives ${status} of a batch to all, and waits as it says`, async () => {
      const { send, calls, clock, limiter } = batchWorld({ maxConcurrency: 4 });
      const responses = paths(3).map((path) => send(batchable(path)));
      await quiet();
      await calls[0]?.answer(status, { headers: { "retry-after": "5" }, body: { error: { code: "Busy" } } });
      for (const [index, response] of (await Promise.all(responses)).entries()) {
        expect(response).to.deep.include({
          status,
          url: `${ROOT}x(${index})`,
          body: { error: { code: "Busy" } },
        });
      }
      expect(limiter.limit).to.equal(limit);
      void send(batchable("next"));
      await clock.advance(4999);
      await quiet();
      expect(calls).to.have.length(1);
      await clock.advance(1);
      await quiet();
      expect(calls).to.have.length(2);
    });
  }
});

/** A request about one record, which knows its own answer. */
function about(id: string, method: HttpMethod): HttpRequest {
  const isOwn = (body: unknown): string | undefined =>
    method === "GET"
      ? (findCollectionProblem(body) ?? (isOf(body, id) ? undefined : "but the records are others"))
      : findRecordProblem(body, (fields) => fields.id === id);
  const problem = ({ body }: HttpResponse): string | undefined => isOwn(body);
  return batchable(id, { method, expects: { statuses: [200], problem } });
}

function isOf(body: unknown, id: string): boolean {
  return (body as { value: { id: string }[] }).value.every((record) => record.id === id);
}

const list = (...ids: string[]): OperationAnswer => ({
  status: 200,
  body: { value: ids.map((id) => ({ id })) },
});
const one = (id: string): OperationAnswer => ({ status: 200, body: { id } });

/** How each request ended that was answered with what `answers` holds for its address. */
async function ending(requests: HttpRequest[], answers: Record<string, OperationAnswer>) {
  const retry = { retryMaxAttempts: 2, retryStrategy: "fixed", retryBaseDelayMs: 1000 } as const;
  const { send, calls, clock } = batchWorld({ retry });
  const ends = requests.map((request) =>
    send(request).then(
      ({ body }) => body,
      ({ kind, outcome }) => `${kind}${outcome === "unknown" ? ", unknown" : ""}`,
    ),
  );
  await quiet();
  await calls[0]?.answerEach(({ url }: Operation) => answers[url]);
  await clock.advance(1000);
  await quiet();
  for (const { request, answer } of calls.slice(1)) {
    await answer(200, { body: list(request.url.slice(-1)).body });
  }
  return { ends: await Promise.all(ends), sizes: sizes(calls) };
}

describe("batching: answers that belong to other requests", () => {
  it("what reads is asked again, alone; what changes something has an unclear outcome", async () => {
    const requests = [about("a", "GET"), about("b", "GET"), about("c", "PATCH"), about("d", "PATCH")];
    const answers = { a: list("b"), b: list("a"), c: one("d"), d: one("c") };
    const { ends, sizes: sent } = await ending(requests, answers);
    expect(ends).to.deep.equal([list("a").body, list("b").body, "truncated, unknown", "truncated, unknown"]);
    expect(sent).to.deep.equal([4, 1, 1]);
  });

  it("an empty list is not taken for missing where its record went to another request", async () => {
    const { ends } = await ending([about("a", "GET"), about("b", "GET")], { a: list(), b: list("a") });
    expect(ends).to.deep.equal([list("a").body, list("b").body]);
  });

  it("a request that fits every response does not show that responses are mixed up", async () => {
    const requests = [about("a", "GET"), batchable("free")];
    const { ends, sizes: sent } = await ending(requests, { a: list("x"), free: one("free") });
    expect(ends[1]).to.deep.equal({ id: "free" });
    expect(sent).to.deep.equal([2]);
  });

  for (const status of [199, 200.5, "200"]) {
    it(`a response with the status ${status} makes all of them unusable`, async () => {
      const requests = [about("a", "GET"), about("b", "PATCH"), about("c", "PATCH")];
      const answers = { a: list("a"), b: one("b"), c: { ...one("c"), status: status as number } };
      const { ends, sizes: sent } = await ending(requests, answers);
      expect(ends).to.deep.equal([list("a").body, "truncated, unknown", "truncated, unknown"]);
      expect(sent).to.deep.equal([3, 1]);
    });
  }
});
