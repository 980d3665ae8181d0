import { expect } from "chai";
import { describe, it } from "mocha";
import { Runtime } from "../../provider/contract/runtime.js";
import { TOKEN } from "../support/canaries.js";
import { encodedForms, plainForms } from "../support/canaryForms.js";
import type { Respond, Response } from "../support/message.js";
import { isTestAll } from "../support/randomRuns.js";
import { RecordingLog } from "../unit/support/hooks.js";
import { assertClean, testClean } from "./support/clean.js";
import { kinds, kindsOfBothProtocols, oneOfEach, type ResourceKind } from "./support/kinds.js";
import { declarationOf, hooks, runHook, startProcess } from "./support/run.js";
import { services } from "./support/services.js";

// A service quotes secrets in refusals, in every form, cut and folded.

const json = { "content-type": "application/json" };

/** Where a refusal may quote what was sent. */
const places: Record<string, (text: string) => Response> = {
  message: (text) => ({
    status: 400,
    body: { error: { code: "Bad", message: `The value ${text} is bad.` } },
  }),
  code: (text) => ({ status: 422, body: { error: { code: text, message: "Bad.", target: text } } }),
  "error without envelope": (text) => ({ status: 400, body: { Message: text, ErrorCode: text } }),
  details: (text) => ({
    status: 400,
    body: {
      error: {
        code: "Bad",
        message: "Bad.",
        details: [
          { code: "A", target: text, message: text, details: [{ code: text, message: `${text}!` }] },
          // Each begins with other forms: no more than the beginning of one is shown.
          ...Array.from({ length: 40 }, (_, index) => ({
            code: `C${index}`,
            message: part(text, index / 40),
          })),
        ],
        innererror: { message: text, possibleCauses: text },
        additionalInfo: [{ type: text, info: { message: text } }],
      },
    },
  }),
  "names of fields": (text) => ({ status: 400, body: { errors: { [text]: [text] } } }),
  "plain text": (text) => ({ status: 500, headers: { "content-type": "text/plain" }, text: `Bad: ${text}` }),
  "JSON text": (text) => ({ status: 400, headers: json, text: JSON.stringify(`Bad: ${text}`) }),
  "broken JSON": (text) => ({
    status: 400,
    headers: json,
    text: `{"error":{"message":${JSON.stringify(text)}`,
  }),
  "title of a page": (text) => ({
    status: 502,
    headers: { "content-type": "text/html" },
    text: `<html><title>${text}</title></html>`,
  }),
  "id of the request": (text) => ({
    status: 403,
    headers: { "x-ms-request-id": encodeURIComponent(text) },
    body: { error: { code: "No", message: "No.", correlationId: text }, requestId: text },
  }),
};

function part(text: string, from: number): string {
  const start = Math.floor(text.length * from);
  return text.slice(start, start + 1000);
}

/** A secret as a service may quote it. */
function formsOf(canary: string): string[] {
  const cut = [
    canary.slice(0, Math.ceil(canary.length / 2) + 4),
    `${canary.slice(0, 60)}…`,
    `${canary.slice(0, 60)}...`,
  ];
  const folded = [
    canary.replace(/\s+/g, " "),
    canary.replaceAll("\n", "\r\n"),
    canary.replaceAll("\n", "\n    "),
  ];
  const long = `${"x".repeat(1990)}${canary}`;
  return [...new Set([...plainForms(canary), ...encodedForms(canary), ...cut, ...folded, long])];
}

function canariesOf(kind: ResourceKind): string[] {
  return [TOKEN, ...kind.canaries];
}

describe("a refusal that quotes secrets", () => {
  const allForms = (kind: ResourceKind): string => canariesOf(kind).flatMap(formsOf).join(" | ");
  const responses = Object.entries(places).map(([place, refusal]) => [
    place,
    (kind: ResourceKind) => [() => refusal(allForms(kind))],
  ]);
  const kinds = isTestAll ? kindsOfBothProtocols : oneOfEach;
  testClean(kinds, Object.fromEntries(responses), { attempts: 1 });
});

describe("a refusal that quotes one form of one secret", () => {
  for (const kind of [kinds.ContainerGroup, kinds.Customer])
    it(kind.name, async () => {
      for (const form of canariesOf(kind).flatMap(formsOf)) {
        const respond = () => places.message?.(form) as Response;
        assertClean(await runHook(kind, "update", respond, { over: "memory", attempts: 1 }));
      }
    });
});

describe("an operation that fails and quotes secrets", () => {
  const kinds = kindsOfBothProtocols.filter(({ name }) => /Stop$|ContainerGroup/.test(name));
  testClean(kinds, {
    "in its error, and in the events of a group": (kind) => {
      const forms = canariesOf(kind).flatMap(formsOf);
      const texts = [forms.join(" | "), [...forms].reverse().join("\n"), ...forms.slice(0, 5)];
      return texts.map(failingWith);
    },
  });

  function failingWith(text: string): Respond {
    const error = { code: "Failed", message: text, details: [{ code: text, message: text }] };
    return ({ method, path, origin }, good) => {
      if (path.includes("/operations/"))
        return { status: 200, body: { id: "/operations/1", name: text, status: "Failed", error } };
      if (method !== "PUT" && method !== "POST") return good;
      const headers = { "cloud-asyncoperation": `${origin}/operations/1` };
      return { ...good, headers, body: failing(good.body, text) };
    };
  }

  /** A group whose provisioning has failed, with events. */
  function failing(body: unknown, text: string): unknown {
    const group = body as { properties?: object } | undefined;
    if (group?.properties === undefined) return body;
    const events = [{ name: text, message: text, type: "Warning" }];
    const instanceView = { events, state: text };
    return { ...group, properties: { ...group.properties, provisioningState: "Failed", instanceView } };
  }
});

describe("names in a map that is a secret as a whole", () => {
  const names = ["swordfish", "tunafish"];
  const unavailable: Response = { status: 500, body: { error: { code: "Busy", message: "Busy." } } };
  const responses: Record<string, Respond> = {
    "as documented": (_request, good) => ({ ...good, body: holding(good.body, "one") }),
    "with other values": (request, good) =>
      request.method === "GET" ? good : { ...good, body: holding(good.body, "stored") },
    "with values of others": (request, good) =>
      request.method === "GET" ? { ...good, body: holding(good.body, `drifted ${request.index}`) } : good,
    "to a part of the requests": (request, good) => (request.index === 0 ? good : unavailable),
  };
  /** A record, alone or in a collection, whose fields of these names hold something. */
  function holding(body: unknown, value: string): unknown {
    const { value: records, ...record } = body as { value?: object[] };
    const fields = Object.fromEntries(names.map((name) => [name, value]));
    return records
      ? { ...record, value: records.map((one) => ({ ...one, ...fields })) }
      : { ...record, ...fields };
  }

  /** The emulator has no fields of such names: it does not get them. */
  const withoutNames = { store: Object.fromEntries(names.map((name) => [name, null])) };

  for (const original of [kinds.Customer, kinds.Item]) {
    for (const onDestroy of ["retain", "restore"]) {
      it(`${original.name}, ${onDestroy}: are not shown`, async () => {
        const args = { ...original.args, onDestroy, additionalFields: { swordfish: "one", tunafish: "two" } };
        const changed = { ...args, additionalFields: { swordfish: "other" } };
        const facts = { args, changed, inPlace: ["additionalFields"], canaries: names };
        const put = (exists: boolean): void => {
          original.put(exists);
          services.faults.add({ times: "always", fault: withoutNames });
        };
        const kind: ResourceKind = { ...original, ...facts, put };
        for (const respond of Object.values(responses)) {
          for (const hook of hooks) {
            const outcome = await runHook(kind, hook, respond, { over: "memory", attempts: 1 });
            assertClean(outcome);
            const { inputs = {}, error } = outcome;
            if (error?.properties === undefined) continue;
            // The next preview tells of the update that did not end.
            const log = new RecordingLog();
            const site = { url: "https://service.example", runtime: new Runtime() };
            const provider = await startProcess(kind, site, log);
            const { urn } = declarationOf(kind, args);
            await provider.diff({ urn, id: kind.id, inputs, outputs: error.properties }, inputs);
            expect(log.warnings.join()).to.match(/an earlier update of .* has an unknown outcome/);
            assertClean({ ...outcome, messages: log.warnings });
          }
        }
      });
    }
  }
});
