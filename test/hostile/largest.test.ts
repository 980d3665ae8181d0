import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect } from "chai";
import { describe, it } from "mocha";
import { DEEPEST, readAnswerBody } from "../../provider/http/transport.js";
import type { Json, JsonObject } from "../../provider/schema/json.js";
import { headersOf, type Respond } from "../support/message.js";
import { assertClean } from "./support/clean.js";
import { kinds, oneOfEachService } from "./support/kinds.js";
import { type Outcome, type RunOptions, runHook } from "./support/run.js";
import { spent } from "./support/spent.js";

/** Memory that nothing needs any more would be counted otherwise. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}

/** What is read of a response. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Time of the processor for one response: three times as much as a machine that others use as well takes. */
const LONGEST_CPU_MS = 3000;

describe("hostile: many values beside a secret one, all others at the next refresh", () => {
  const COUNT = 6000;
  const answers: Record<string, (refresh: number, index: number) => [name: string, value: string]> = {
    "with other values": (refresh, index) => [`k${index}`, `${refresh}-${index}`],
    "with other names": (refresh, index) => [`${refresh}-${index}`, `v${index}`],
    "with one value under other names": (refresh, index) => [`${refresh}-${index}`, "v"],
  };
  for (const [what, entry] of Object.entries(answers)) {
    it(`${what}: read in time in proportion to the response`, async () => {
      const kind = kinds.ContainerGroup;
      const refresh = (number: number, options: RunOptions = {}): Promise<Outcome> => {
        const respond: Respond = (_request, good) => {
          const { tags } = good.body as { tags: Record<string, string> };
          const added = Array.from({ length: COUNT }, (_, index) => entry(number, index));
          return {
            ...good,
            body: { ...(good.body as object), tags: { ...tags, ...Object.fromEntries(added) } },
          };
        };
        return runHook(kind, "read", respond, { over: "memory", ...options });
      };
      const first = await refresh(1);
      const start = process.cpuUsage();
      const second = await refresh(2, { state: first.result ?? {} });
      // Quadratic time would be twenty seconds.
      expect(process.cpuUsage(start).user / 1000).to.be.below(5000);
      assertClean(second);
      expect(second.error?.message).to.equal(undefined);
    });
  }
});

describe("hostile: what a JSON text can describe", () => {
  const json = "application/json";

  it(`is read ${DEEPEST} levels deep and no deeper`, () => {
    const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
    expect(readAnswerBody(nested(DEEPEST), json).is).to.equal("json");
    expect(readAnswerBody(nested(DEEPEST + 1), json).is).to.equal("deepJson");
    expect(readAnswerBody(nested(DEEPEST + 1), "text/plain").is).to.equal("deepJson");
  });

  it("brackets in a text are no levels", () => {
    const text = JSON.stringify({ a: `${'[{"\\'.repeat(500)}` });
    expect(readAnswerBody(text, json)).to.deep.equal({ is: "json", value: JSON.parse(text) });
  });

  it("of two properties of one name the last one counts, and a number that is none is nothing", () => {
    expect(readAnswerBody('{"id":1,"id":2,"n":1e999,"z":-0}', json)).to.deep.equal({
      is: "json",
      value: { id: 2, n: null, z: 0 },
    });
    for (const text of ["NaN", '{"a":NaN}', '{"a":Infinity}', '{"a":01}'])
      expect(readAnswerBody(text, json).is).to.equal("brokenJson");
  });

  it("the largest that is taken is read within a second, in less than thirty times its size", async () => {
    const records = `{"id":"37fe3458-93e1-ef11-9344-6045bde9ca09","displayName":"Shop","balance":1.5}`;
    for (const unit of ['"abc"', "1", records, `"${"x".repeat(1000)}"`, '"\\u0041"', "[]", "{}"]) {
      const count = Math.floor(MOST_BYTES / (unit.length + 1));
      const text = `[${Array(count).fill(unit).join()}]`;
      collectGarbage();
      const before = process.memoryUsage().heapUsed;
      let body: unknown;
      expect(
        spent(() => (body = readAnswerBody(text, json))),
        unit,
      ).to.be.below(1000);
      collectGarbage();
      expect((process.memoryUsage().heapUsed - before) / MOST_BYTES, unit).to.be.below(30);
      expect(body).to.have.property("is", "json");
    }
  });
});

describe("hostile: responses of a megabyte", () => {
  /** Value of each further property, which fills up a response. */
  const fillings: Record<string, (index: number, secret: string) => unknown> = {
    "short texts and numbers": (index) => (index % 2 === 0 ? `v${index}` : index),
    "long texts": () => "lorem ipsum dolor sit ".repeat(50),
    "a secret in every text": (index, secret) => `${index} ${secret}`,
    "texts in several encodings": () => "%41&amp;\\u0041".repeat(20),
  };
  /** Properties to nine tenths of a megabyte, several times what a resource has. */
  function filling(fill: (index: number) => unknown): JsonObject {
    const added: JsonObject = {};
    let left = 0.9 * 1024 * 1024;
    for (let index = 0; left > 0; index++) {
      const value = fill(index) as Json;
      added[`k${index}`] = value;
      left -= JSON.stringify(value).length + `"k${index}":,`.length;
    }
    return added;
  }

  for (const kind of oneOfEachService) {
    for (const [what, fill] of Object.entries(fillings)) {
      it(`${kind.name}, full of ${what}: taken in time`, async () => {
        // Written once: to put the parts together for each response takes longer than to read them.
        const added = JSON.stringify(filling((index) => fill(index, kind.canaries[0] ?? ""))).slice(1, -1);
        for (const hook of ["create", "read"] as const) {
          let responses = 0;
          const respond: Respond = (_request, good) => {
            const own = JSON.stringify(good.body);
            if (!own?.startsWith('{"')) return good;
            responses++;
            return { ...good, headers: headersOf(good), text: `{${added},${own.slice(1)}` };
          };
          const start = process.cpuUsage();
          const outcome = await runHook(kind, hook, respond, { over: "memory", attempts: 2 });
          // A third of a second for one on the machines that this was written on.
          expect(process.cpuUsage(start).user / 1000, hook).to.be.below(
            LONGEST_CPU_MS * Math.max(1, responses),
          );
          assertClean(outcome);
        }
      });
    }
  }
});
