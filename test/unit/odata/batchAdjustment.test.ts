import { expect } from "chai";
import { describe, it } from "mocha";
import type { TransportFailure } from "../../../provider/http/transportError.js";
import { readAdjustment } from "../../../provider/odata/batches.js";
import { answer, failure } from "../http/answers.js";
import { batchable } from "./batchWorld.js";

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
