import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { describe, it } from "mocha";
import { honest, onMethod, type Reaction, type Response } from "../support/message.js";
import { containerGroup } from "../support/samples.js";
import { assertClean } from "./support/clean.js";
import {
  dynamicKind,
  kindsOfBothProtocols,
  oneOfEach,
  oneOfEachService,
  type ResourceKind,
} from "./support/kinds.js";
import { type Hook, hooks, type Outcome, runHook } from "./support/run.js";
import { type Distort, error, wrong } from "./support/wrongResponses.js";

/**
 * Responses that look like a success and are none: nothing is created, changed, stopped or removed by them, nothing is
 * gone, and nothing is sent twice without a look in between.
 */

const inMemory = { over: "memory", attempts: 2 } as const;

const isRead = (method: string): boolean => method === "GET";

const methods = new Map<string, Promise<string[]>>();

/** Methods that a hook uses at a well-behaved service. */
function methodsOf(kind: ResourceKind, hook: Hook): Promise<string[]> {
  const key = `${kind.name} ${hook}`;
  const used = async (): Promise<string[]> => {
    const { requests } = await runHook(kind, hook, honest, inMemory);
    return [...new Set(requests.map(({ method }) => method))];
  };
  const known = methods.get(key) ?? used();
  methods.set(key, known);
  return known;
}

/** Every request of this method has the wrong response, and no effect. */
function runWithout(kind: ResourceKind, hook: Hook, method: string, distort: Distort): Promise<Outcome> {
  const respond = onMethod(method, (request, good) => distort(good, request));
  return runHook(kind, hook, respond, { ...inMemory, idle: method });
}

function expectNoBlindRepeat({ requests }: Outcome): void {
  let last: string | undefined;
  for (const { method, path } of requests) {
    if (!isRead(method))
      expect(`${method} ${path}`, "sent twice without a look in between").not.to.equal(last);
    last = isRead(method) ? undefined : `${method} ${path}`;
  }
}

/** Every request of a kind's hooks has each of the wrong responses. */
function describeWrong(
  kind: ResourceKind,
  hooks: Hook[],
  fact: string,
  check: (hook: Hook, method: string, distort: Distort) => Promise<void>,
): void {
  for (const hook of hooks)
    describe(`${kind.name}: ${hook}`, () => {
      for (const [name, distort] of Object.entries(wrong))
        it(`${name} ${fact}`, async () => {
          for (const method of await methodsOf(kind, hook)) await check(hook, method, distort);
        });
    });
}

describe("success is what the documents say", () => {
  for (const kind of oneOfEach)
    describeWrong(kind, hooks, "is none", async (hook, method, distort) => {
      const outcome = await runWithout(kind, hook, method, distort);
      assertClean(outcome);
      expect(outcome.error, `${method}: ${JSON.stringify(outcome.result)}`).not.to.equal(undefined);
      expectNoBlindRepeat(outcome);
      // An object that cannot be read is not changed, except by a request without a read before it.
      if (isRead(method) && hook !== "create")
        expect(outcome.requests.every((request) => isRead(request.method))).to.equal(true);
    });
});

describe("a request that took effect, whatever its response is", () => {
  for (const kind of kindsOfBothProtocols)
    describeWrong(kind, ["create", "update", "delete"], "loses nothing", async (hook, method, distort) => {
      if (isRead(method)) return;
      const respond = onMethod(method, (request, good) => distort(good, request));
      const outcome = await runHook(kind, hook, respond, inMemory);
      assertClean(outcome);
      expectNoBlindRepeat(outcome);
      if (hook === "create" && kind.lifecycle.schema.title !== "AppUserRemoval")
        expect(outcome.result ?? outcome.error?.properties, "the state has it").not.to.equal(undefined);
    });
});

describe("a documented response whose transfer went wrong", () => {
  const json = "content-type: application/json";
  const text = ({ body }: Response): string => JSON.stringify(body ?? { id: "x" });
  const raw = (status: number, headers: string[], body: string | Buffer): Reaction => {
    const head = [`HTTP/1.1 ${status} x`, json, "connection: close", ...headers, "", ""].join("\r\n");
    return { bytes: Buffer.concat([Buffer.from(head), Buffer.from(body)]) };
  };
  const encoded = (encoding: string, body: Buffer): Reaction =>
    raw(200, [`content-encoding: ${encoding}`, `content-length: ${body.length}`], body);
  const chunk = (part: string): string => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`;

  const damaged: Record<string, (good: Response) => Reaction> = {
    "gzip that is cut": (good) => encoded("gzip", gzipSync(text(good)).subarray(0, 24)),
    "gzip that is none": (good) => encoded("gzip", Buffer.from(text(good))),
    "gzip that is called brotli": (good) => encoded("br", gzipSync(text(good))),
    "gzip in gzip": (good) => encoded("gzip, gzip", gzipSync(gzipSync(text(good)))),
    "gzip in gzip that is called gzip": (good) => encoded("gzip", gzipSync(gzipSync(text(good)))),
    "fewer bytes than announced": (good) => raw(200, ["content-length: 100000"], text(good)),
    "two lengths": (good) =>
      raw(200, [`content-length: ${text(good).length}`, "transfer-encoding: chunked"], chunk(text(good))),
    "chunks without an end": (good) => raw(200, ["transfer-encoding: chunked"], chunk(text(good))),
    "UTF-16": (good) => raw(200, [], Buffer.from(`\ufeff${text(good)}`, "utf16le")),
    "two documents": (good) => raw(200, [], text(good) + text(good)),
  };
  for (const kind of oneOfEachService) {
    it(`${kind.name}: is no success`, async () => {
      for (const [what, damage] of Object.entries(damaged)) {
        const outcome = await runHook(kind, "create", (_request, good) => damage(good), { attempts: 1 });
        assertClean(outcome);
        expect(outcome.error?.message, what).to.contain("create failed: ");
      }
    });

    it(`${kind.name}: interim responses, chunks and trailers change nothing`, async () => {
      const interim = [100, 102, 103].map(
        (status) => `HTTP/1.1 ${status} x\r\nlocation: /x\r\nretry-after: 9\r\n\r\n`,
      );
      const outcome = await runHook(kind, "create", (_request, good) => {
        const headers = Object.entries(good.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
        const [begin, end] = [text(good).slice(0, 9), text(good).slice(9)];
        const body = good.body === undefined ? "" : chunk(begin) + chunk(end);
        const trailers = "0\r\nlocation: /x\r\netag: *\r\ncontent-encoding: gzip\r\n\r\n";
        const chunked = good.status === 204 ? [] : ["transfer-encoding: chunked"];
        const last = raw(good.status, [...headers, ...chunked], good.status === 204 ? "" : body + trailers);
        return { bytes: Buffer.concat([Buffer.from(interim.join("")), (last as { bytes: Buffer }).bytes]) };
      });
      assertClean(outcome);
      expect(outcome.error?.message).to.equal(undefined);
      expect(outcome.messages.join()).to.not.include("retrying");
    });
  }
});

describe("gone is what the service says itself", () => {
  const notFound: Record<string, Distort> = {
    "an empty 404": () => ({ status: 404 }),
    "a page": () => ({ status: 404, headers: { "content-type": "text/html" }, text: "<html>404</html>" }),
    "a 404 of a gateway": () => ({ status: 404, body: { message: "no Route matched", statusCode: 404 } }),
    "the code without its envelope": () => ({ status: 404, body: error }),
    "the code in another case": () => ({ status: 404, body: { Error: { Code: error.code } } }),
    "the code in a list": () => ({ status: 404, body: [{ error }] }),
    "the code in a text": () => ({ status: 404, body: JSON.stringify({ error }) }),
    "the code in details": () => ({ status: 404, body: { error: { code: "Other", details: [error] } } }),
    "the code with 410": () => ({ status: 410, body: { error } }),
    "the code with 400": () => ({ status: 400, body: { error } }),
    "the code with 200": () => ({ status: 200, body: { error } }),
    "an empty 204": () => ({ status: 204 }),
    "an empty 205": () => ({ status: 205 }),
  };
  for (const kind of oneOfEach) {
    for (const [name, distort] of Object.entries(notFound)) {
      it(`${kind.name}: ${name} is not a word of the resource`, async () => {
        if (!(await methodsOf(kind, "read")).includes("GET")) return;
        const outcome = await runWithout(kind, "read", "GET", distort);
        assertClean(outcome);
        expect(outcome.result?.id ?? kind.id, "the state keeps it").to.equal(kind.id);
      });
    }
  }
});

describe("the read before a group is created under a name of the program's own", () => {
  // A name of its own: what is prepared for a kind is kept by its name.
  const kind: ResourceKind = {
    ...dynamicKind(containerGroup(0, "web")),
    name: "ContainerGroup by name",
  };
  for (const [name, distort] of Object.entries(wrong)) {
    it(`${name} is no group, and none is sent`, async () => {
      const outcome = await runHook(
        kind,
        "create",
        onMethod("GET", (request, good) => distort(good, request)),
        { ...inMemory, exists: true },
      );
      assertClean(outcome);
      expect(outcome.error, JSON.stringify(outcome.result)).not.to.equal(undefined);
      expect(outcome.requests.filter(({ method }) => method !== "GET")).to.deep.equal([]);
    });
  }
});
