import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { describe, it } from "mocha";
import { readServiceError } from "../../provider/http/serviceError.js";
import { readOperation } from "../../provider/lro/operation.js";
import { readPhase } from "../../provider/lro/phase.js";
import type { JsonObject } from "../../provider/schema/json.js";
import {
  applicationServerInstanceStopLifecycle,
  databaseInstanceStopLifecycle,
} from "../../provider/services/instanceStops/lifecycle.js";
import { asRead, errorText } from "../support/asRead.js";
import { RECORDED_CASES, skipRecordedCases } from "../support/recordedCases.js";
import { answer } from "../unit/http/answers.js";
import { hooksOf } from "../unit/support/hooks.js";
import { TOKEN } from "./businessCases.js";
import { checked } from "./businessResources.js";
import { type Exchange, replaying } from "./replay.js";

/** Recorded stops and their operations, read where they stand; see `cases.ts`. */
const FOLDER = join(RECORDED_CASES, "erp");
const isHere = existsSync(FOLDER);

interface Recorded {
  status_code: number;
  headers: Record<string, string>;
  body: JsonObject | null;
}

interface StopCase {
  request: { url: string; body: JsonObject | null };
  responses: Record<string, { headers?: Record<string, string>; body?: JsonObject | null }>;
  operation_polls?: Recorded[];
  polls_truncated?: boolean;
}

/** The part of a case that concerns this package. */
const tests: Record<string, (name: string) => void> = {
  "rec-2023-04-01-application-stop-slower": testStop,
  "rec-2023-10-01-preview-application-stop-zero-timeout": testStop,
  "rec-2023-10-01-preview-database-stop-final": testStop,
  "spec-application-stop": testStop,
  // Stops of a whole system and of its central services are not resources; their operations are told alike.
  "rec-2023-04-01-system-stop-first-polls": testStop,
  "spec-central-stop": testStop,
  "spec-system-stop": testStop,
  "status-failed-message-only": testFailure,
  "errors-odd-shapes": testErrors,
};

describe("contract: stops of ERP instances", () => {
  if (!isHere) skipRecordedCases();
  const files = isHere ? readdirSync(FOLDER).filter((file) => !file.startsWith("_")) : [];
  for (const name of files.map((file) => file.replace(/\.json$/, "")).sort()) {
    describe(name, () => {
      const test = tests[name];
      if (test === undefined) it("is known", () => expect.fail("there is no test for this case"));
      else test(name);
    });
  }
  if (isHere) describe("_async-protocol", testProtocol);
});

function read<T>(name: string): T {
  return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), "utf8")) as T;
}

/** The case's request through a resource, with each of the answers that it shows. */
function testStop(name: string): void {
  const recorded = read<StopCase>(name);
  const { responses, operation_polls: polls = [] } = recorded;
  for (const [status, first] of Object.entries(responses)) {
    it(`is sent as it was, and ${status} is followed to its end`, async () => {
      const headers = Object.fromEntries(
        Object.entries(first.headers ?? {}).filter(([key]) => !/^content-/i.test(key)),
      );
      const stop = stopOf(recorded);
      const accepted = { status: Number(status), headers, body: first.body ?? null };
      const end: Recorded = {
        status_code: 200,
        headers: {},
        body: { status: "Succeeded", endTime: "later" },
      };
      const seen = polls.filter(({ status_code: code }) => code === 202);
      // Where the recording ends before the operation, or shows its end twice.
      const looks = [...seen, polls.find(({ status_code: code }) => code === 200) ?? end];
      const address = addressIn(headers) ?? (status === "202" ? idOf(looks) : undefined);
      if (status === "202" && addressIn(headers) === undefined) {
        accepted.headers = { "cloud-AsyncOperation": `{base_url}${address}` };
      }
      const exchanges: Exchange[] = [
        { method: "GET", path: stop.path, answer: { status: 405, body: null } },
        { method: "POST", path: stop.path.replace("?", "/stop?"), body: stop.body, answer: accepted },
        ...(status === "202" ? pollsOf(looks, address ?? "") : []),
      ];
      await replaying(exchanges, async (url) => {
        const { hooks, log } = await hooksOf(stop.lifecycle, {
          "vendorcloud:resourceManagerUrl": url,
          "vendorcloud:resourceManagerToken": TOKEN,
          "vendorcloud:erpApiVersion": stop.version,
        });
        const { outs } = await hooks.create(await checked(hooks, stop.args));
        expect(outs.status).to.equal("Succeeded");
        if (status === "202") {
          const last = looks.at(-1)?.body;
          if (last?.id !== undefined) expect(outs.operationId).to.equal(last.id);
          expect(outs.endTime).to.equal(last?.endTime);
        }
        const shown = JSON.stringify([outs, log]);
        expect(shown).not.to.match(/&[tcsh]=/);
        expect(shown).not.to.include(TOKEN);
      });
    });
  }
}

/** Each look asks where the answer before it said. */
function pollsOf(looks: Recorded[], first: string): Exchange[] {
  let address = first;
  return looks.map(({ status_code: status, headers, body }) => {
    const path = address;
    address = addressIn(headers) ?? address;
    const kept = Object.entries(headers).filter(([name]) => !/^(content-|date$)/i.test(name));
    return { method: "GET", path, answer: { status, headers: Object.fromEntries(kept), body } };
  });
}

function addressIn(headers: Record<string, string>): string | undefined {
  const found = Object.entries(headers).find(([name]) => /^cloud-asyncoperation$/i.test(name));
  return (
    found &&
    decodeURIComponent(new URL(found[1].replace("{base_url}", "http://x")).href.slice("http://x".length))
  );
}

function idOf(looks: Recorded[]): string {
  return `${looks[0]?.body?.id}?api-version=2023-04-01`;
}

/** The resource whose stop the case shows; stops of other things are shown with an application server in their place. */
function stopOf({ request }: StopCase) {
  const url = new URL(request.url.replace("{base_url}", "http://x"));
  const parts = decodeURIComponent(url.pathname).split("/");
  const [, , subscriptionId, , resourceGroupName, , , , erpVirtualInstanceName, kind, name] = parts;
  const isDatabase = kind === "databaseInstances";
  const instance = name !== undefined && /^(database|application)Instances$/.test(kind ?? "") ? name : "app";
  const collection = isDatabase ? "databaseInstances" : "applicationInstances";
  const version = url.searchParams.get("api-version") ?? "";
  const path =
    `/subscriptions/${subscriptionId}/resourceGroups/${resourceGroupName}/providers/Vendor.Workloads` +
    `/erpVirtualInstances/${erpVirtualInstanceName}/${collection}/${instance}?api-version=${version}`;
  return {
    lifecycle: isDatabase ? databaseInstanceStopLifecycle : applicationServerInstanceStopLifecycle,
    version,
    path,
    body: request.body ?? {},
    args: {
      subscriptionId,
      resourceGroupName,
      erpVirtualInstanceName,
      [isDatabase ? "databaseInstanceName" : "applicationInstanceName"]: instance,
      ...request.body,
    } as JsonObject,
  };
}

function testFailure(name: string): void {
  const { responses } = read<StopCase>(name);
  it("reads well without a code", () => {
    const body = responses["200"]?.body ?? {};
    const { message } = body.error as JsonObject;
    const { failure, phase } = readOperation(answer(200, { body }));
    expect(phase).to.equal("failed");
    expect(asRead(failure?.text)).to.equal(`Failed: ${message}`);
  });
}

function testErrors(name: string): void {
  const { responses } = read<{ responses: Record<string, { bodies: unknown[]; bodies_text: string[] }> }>(
    name,
  );
  const { bodies = [], bodies_text: texts = [] } = responses["4xx"] ?? {};
  for (const [index, body] of [...bodies, ...texts].entries()) {
    it(`reads well: number ${index + 1}`, () => {
      const text = errorText(readServiceError(answer(400, { body })));
      expect(text).to.match(/^400( \w+)?: \S/);
      expect(text).not.to.match(/undefined|null|\[object|<html/i);
    });
  }
}

/** The side file that describes how operations are told. */
function testProtocol(): void {
  interface Protocol {
    protocol: { terminal_status: string[]; header_order: string[] };
    examples: Record<string, JsonObject | number>;
  }
  const { protocol, examples } = isHere ? read<Protocol>("_async-protocol") : ({} as Protocol);
  it("operations end with these words and with no other", () => {
    expect(protocol.terminal_status.map(readPhase)).to.deep.equal(["succeeded", "failed", "canceled"]);
    for (const word of ["Accepted", "InProgress", "Running", "Pending"])
      expect(readPhase(word)).to.equal("running");
  });
  for (const [name, body] of Object.entries(examples ?? {}).filter(([, body]) => typeof body === "object")) {
    it(`${name} is read`, () => {
      const { status } = body as JsonObject;
      expect(readOperation(answer(200, { body })).status).to.equal(status);
    });
  }
}
