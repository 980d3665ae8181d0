import { expect } from "chai";
import { describe, it } from "mocha";
import type { HttpRequest, HttpResponse } from "../../../provider/http/pipeline.js";
import type { TransportFailure } from "../../../provider/http/transportError.js";
import { readAdjustment, readBatch, writeBatch } from "../../../provider/odata/batches.js";
import { errorFields } from "../../support/asRead.js";
import { answer, failure } from "../http/answers.js";
import { batchable, ENDPOINT, type Operation } from "./batchWorld.js";

const PATCH = batchable("companies(c)/customers(1)", {
  method: "PATCH",
  headers: { "if-match": 'W/"7"', "x-ms-client-request-id": "id-1" },
  body: { phone: "+1" },
});
const GET = batchable("companies(c)/items?$filter=id eq 2&$top=1");

function operations(requests: HttpRequest[]): Operation[] {
  return (writeBatch(ENDPOINT, requests).body as { requests: Operation[] }).requests;
}

/** Results of `requests` when their batch is answered with `body`. */
function read(requests: HttpRequest[], body: unknown, part: Partial<HttpResponse> = {}) {
  const outcomeOf = readBatch({ response: answer(200, { url: ENDPOINT, method: "POST", body, ...part }) });
  return requests.map(outcomeOf);
}

describe("writeBatch", () => {
  it("holds every request as it is, with its address relative to the service", () => {
    expect(operations([PATCH, GET])).to.deep.equal([
      {
        id: "1",
        method: "PATCH",
        url: "companies(c)/customers(1)",
        headers: {
          "content-type": "application/json",
          "if-match": 'W/"7"',
          "x-ms-client-request-id": "id-1",
        },
        body: { phone: "+1" },
      },
      { id: "2", method: "GET", url: "companies(c)/items?$filter=id eq 2&$top=1", headers: {} },
    ]);
  });

  it("may be sent again when that is true of every request in it", () => {
    const isIdempotent = (...requests: HttpRequest[]) => writeBatch(ENDPOINT, requests).idempotent;
    expect(isIdempotent(GET, GET)).to.equal(true);
    expect(isIdempotent(GET, PATCH)).to.equal(false);
    expect(isIdempotent(GET, { ...PATCH, idempotent: true })).to.equal(true);
  });

  it("has the latest of its deadlines: a response that is too late for one request is valid for the others", () => {
    const deadlineOf = (...requests: HttpRequest[]) => writeBatch(ENDPOINT, requests).deadline;
    expect(deadlineOf({ ...GET, deadline: 1 }, { ...GET, deadline: 2 })).to.equal(2);
    expect(deadlineOf({ ...GET, deadline: 1 }, GET)).to.equal(Number.POSITIVE_INFINITY);
  });
});

describe("readBatch", () => {
  it("gives every request its own answer, in whatever order and case they come", () => {
    const responses = [
      { id: 2, status: 404, headers: { "Content-Type": "application/json" }, body: { error: { code: "X" } } },
      { id: "1", status: 200, headers: { "X-Ms-Request-Id": "r1", ETag: 'W/"8"' }, body: { phone: "+1" } },
    ];
    expect(read([PATCH, GET], { responses })).to.deep.equal([
      {
        response: {
          status: 200,
          headers: { "x-ms-request-id": "r1", etag: 'W/"8"' },
          body: { phone: "+1" },
          requestId: "r1",
          url: PATCH.url,
          method: "PATCH",
        },
      },
      {
        response: {
          status: 404,
          headers: { "content-type": "application/json" },
          body: { error: { code: "X" } },
          url: GET.url,
          method: "GET",
        },
      },
    ]);
  });

  const nonsense: [string, unknown][] = [
    ["nothing", undefined],
    ["a text", "<html>"],
    ["no list", { responses: {} }],
    ["an empty list", { responses: [] }],
    ["other ids", { responses: [{ id: "7", status: 200 }] }],
    ["no ids", { responses: [{ status: 200 }, null, 3] }],
    ["no status", { responses: [{ id: "1" }, { id: "2", status: "200" }] }],
    ["an id in a list", { responses: [["1"], { 2: 2 }].map((id) => ({ id, status: 200 })) }],
    ["every id twice", { responses: ["1", "2", 1, "2"].map((id) => ({ id, status: 200, body: {} })) }],
    [
      "one of two without a status",
      { responses: [1, 1, 2, 2].map((id, n) => ({ id, status: n % 2 && 200 })) },
    ],
  ];
  for (const [name, body] of nonsense) {
    it(`calls a request truncated that has no response: ${name}`, () => {
      const [patch, get] = read([PATCH, GET], body);
      expect(errorFields(patch?.error)).to.include({
        kind: "truncated",
        url: PATCH.url,
        outcome: "unknown",
      });
      expect(patch?.error?.message).to.include("200, but the batch response does not cover this request");
      expect(patch?.error).to.include({ method: "PATCH" });
      expect(get?.error).to.include({ kind: "truncated", method: "GET", outcome: "notApplied" });
    });
  }

  it("takes every final status that HTTP has", () => {
    const statusOf = (status: number) =>
      read([GET], { responses: [{ id: "1", status }] })[0]?.response?.status;
    expect([199, 200, 599, 600].map(statusOf)).to.deep.equal([undefined, 200, 599, undefined]);
  });

  for (const status of [201, 202, 204, 207, 304]) {
    it(`reads no answers from a batch that is answered with ${status}`, () => {
      const responses = ["1", "2"].map((id) => ({ id, status: 200, body: {} }));
      const part = { response: answer(status, { url: ENDPOINT, method: "POST", body: { responses } }) };
      const [patch, get] = [PATCH, GET].map((request, index) => readBatch(part)(request, index).error);
      expect(patch).to.include({ kind: "truncated", outcome: "unknown" });
      expect(get).to.include({ kind: "truncated", outcome: "notApplied" });
    });
  }
});

describe("readAdjustment", () => {
  const same = { largest: Number.POSITIVE_INFINITY, isRefused: false };
  const half = { largest: 4, isRefused: false };
  const tooLarge = { largest: 4, isRefused: true };
  const none = { largest: 1, isRefused: true };
  const cases: [number[], TransportFailure[], typeof same][] = [
    [
      [200, 202, 401, 403, 409, 412, 429, 500, 502, 503],
      ["address", "token", "dns", "tls", "connection", "deadline", "truncated", "notJson"],
      same,
    ],
    [[400, 404, 405, 406, 415, 501], ["redirect"], none],
    [[408, 504], ["timeout"], half],
    [[413], ["tooLarge"], tooLarge],
  ];
  for (const [statuses, kinds, expected] of cases) {
    it(`${[...statuses, ...kinds]}: ${expected.largest} of 9, ${expected.isRefused ? "" : "not "}refused`, () => {
      for (const status of statuses)
        expect(readAdjustment({ response: answer(status) }, 9), `${status}`).to.deep.equal(expected);
      for (const kind of kinds)
        expect(readAdjustment({ error: failure(batchable("x"), kind, "unknown") }, 9), kind).to.deep.equal(
          expected,
        );
    });
  }
});
