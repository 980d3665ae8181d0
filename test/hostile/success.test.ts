import { expect } from "chai";
import { describe, it } from "mocha";
import { honest, onMethod } from "../support/message.js";
import { containerGroup } from "../support/samples.js";
import { assertClean } from "./support/clean.js";
import { dynamicKind, kindsOfBothProtocols, oneOfEach, type ResourceKind } from "./support/kinds.js";
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

/** A group under a name of the program's own, for which a create looks first. What is prepared for a kind is kept by its name. */
const named: ResourceKind = { ...dynamicKind(containerGroup(0, "web")), name: "ContainerGroup by name" };

describe("success is what the documents say", () => {
  const wanted: [ResourceKind, Hook[]][] = [
    ...oneOfEach.map((kind): [ResourceKind, Hook[]] => [kind, hooks]),
    [named, ["create"]],
  ];
  for (const [kind, used] of wanted)
    describeWrong(kind, used, "is none", async (hook, method, distort) => {
      const outcome = await runWithout(kind, hook, method, distort);
      assertClean(outcome);
      expect(outcome.error, `${method}: ${JSON.stringify(outcome.result)}`).not.to.equal(undefined);
      expectNoBlindRepeat(outcome);
      // An object that cannot be read is not changed, except by a request without a read before it.
      if (isRead(method) && (hook !== "create" || kind === named))
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
