import { expect } from "chai";
import { describe, it } from "mocha";
import type { HttpMethod, HttpRequest, HttpResponse } from "../../../provider/http/pipeline.js";
import { findCollectionProblem, findRecordProblem } from "../../../provider/odata/bodies.js";
import { batchable, batchWorld, type Operation, type OperationAnswer, quiet, sizes } from "./batchWorld.js";

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
