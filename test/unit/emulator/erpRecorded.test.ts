import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { describe, it } from "mocha";
import { RECORDED_CASES, skipRecordedCases } from "../../support/recordedCases.js";
import { reportOf, useErp } from "./erpSupport.js";

/**
 * Real exchanges with services of this family, kept beside the project and not part of it. They are read where they
 * stand; the emulator has to answer the same, but for names and times that are new each time.
 */
const CASES = join(RECORDED_CASES, "erp");
const OF_AN_INSTANCE = /^\{base_url\}(\/.*\/(?:database|application)Instances\/[^/]+)\/stop\?(.*)$/;

interface Recorded {
  name: string;
  /** Resource id of the instance. */
  id: string;
  /** Query of the request's address. */
  version: string;
  request: { body: unknown };
  responses: Record<string, { body: Record<string, unknown> | null }>;
  operation_polls?: { status_code: number; body: Record<string, unknown> }[];
}

describe("recorded stops of ERP instances", () => {
  const { emulator, send, poll } = useErp();
  const recorded = recordedStops();
  if (recorded === undefined) skipRecordedCases();

  for (const { name, id, version, request, responses, operation_polls: polls } of recorded ?? []) {
    const begin = () => send("POST", `${id}/stop`, request.body ?? {}, { version });

    if (polls !== undefined) {
      it(`${name}: begins and reports as recorded`, async () => {
        const pending = polls.filter(({ status_code }) => status_code === 202).length;
        emulator().erp.put(id, { location: /locations\/(\w+)/.exec(JSON.stringify(polls))?.[1] });
        emulator().erp.plan(id, { polls: pending || 1, statuses: ["Accepted"], percents: [] });
        const begun = await begin();
        expect([begun.status, begun.body]).to.deep.equal([202, null]);
        expect(reportOf(begun)).to.match(new RegExp(`\\?${version}$`));
        // The beginning of some recordings is cut off.
        if (pending === 0) {
          emulator().erp.finish(id);
        }
        for (const { status_code, body } of polls) {
          const answer = await poll(reportOf(begun));
          expect([answer.status, normal(answer.body)]).to.deep.equal([status_code, normal(body)]);
        }
      });
    }

    const atOnce = responses["200"]?.body;
    if (atOnce) {
      it(`${name}: is answered at once as in the document`, async () => {
        emulator().erp.put(id, { status: "Offline" });
        const answer = await begin();
        // The document's request and answer are of different subscriptions.
        expect([answer.status, inAnySubscription(answer.body)]).to.deep.equal([
          200,
          inAnySubscription(atOnce),
        ]);
      });
    }
  }
});

function recordedStops(): Recorded[] | undefined {
  if (!existsSync(CASES)) return undefined;
  return readdirSync(CASES)
    .filter((file) => file.endsWith(".json") && !file.startsWith("_"))
    .flatMap((file) => {
      const recorded = JSON.parse(readFileSync(join(CASES, file), "utf8"));
      const [, id = "", version = ""] = OF_AN_INSTANCE.exec(recorded.request?.url ?? "") ?? [];
      return id === "" ? [] : [{ ...recorded, name: file.replace(/\.json$/, ""), id, version }];
    });
}

/** A document without what is new each time. */
function normal(document: unknown): unknown {
  const text = JSON.stringify(document)
    .replace(/[0-9a-f-]{36}\*[0-9A-F]{64}/g, "<operation>")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>");
  return JSON.parse(text);
}

function inAnySubscription(document: unknown): unknown {
  return JSON.parse(
    JSON.stringify(normal(document)).replace(/\/subscriptions\/[^/]+/, "/subscriptions/<any>"),
  );
}
