import { expect } from "chai";
import { describe, it } from "mocha";
import type { TransportFailure } from "../../../provider/http/transportError.js";
import { type BatchAdjustment, readAdjustment } from "../../../provider/odata/batchTransfer.js";
import { answer, failure } from "../http/answers.js";
import { batchable } from "./batchWorld.js";

describe("learnFrom", () => {
  const half: BatchAdjustment = { largest: 4, refused: false };
  const tooLarge: BatchAdjustment = { largest: 4, refused: true };
  const none: BatchAdjustment = { largest: 1, refused: true };

  const statuses: [number, BatchAdjustment | undefined][] = [
    ...[200, 202, 401, 403, 409, 412, 429, 500, 502, 503].map((status): [number, undefined] => [
      status,
      undefined,
    ]),
    ...[400, 404, 405, 406, 415, 501].map((status): [number, BatchAdjustment] => [status, none]),
    ...[408, 504].map((status): [number, BatchAdjustment] => [status, half]),
    [413, tooLarge],
  ];
  for (const [status, lesson] of statuses) {
    it(`${status}: ${JSON.stringify(lesson)}`, () => {
      expect(readAdjustment({ response: answer(status) }, 9)).to.deep.equal(lesson);
    });
  }

  const kinds: [TransportFailure, BatchAdjustment | undefined][] = [
    ["timeout", half],
    ["tooLarge", tooLarge],
    ["redirect", none],
    ...(["address", "token", "dns", "tls", "connection", "deadline", "truncated", "notJson"] as const).map(
      (kind): [TransportFailure, undefined] => [kind, undefined],
    ),
  ];
  for (const [kind, lesson] of kinds) {
    it(`${kind}: ${JSON.stringify(lesson)}`, () => {
      expect(readAdjustment({ error: failure(batchable("x"), kind, "unknown") }, 9)).to.deep.equal(lesson);
    });
  }

  it("never goes below one", () => {
    for (const status of [413, 504]) {
      for (const size of [2, 3]) {
        expect(readAdjustment({ response: answer(status) }, size)?.largest).to.equal(1);
      }
    }
  });
});
