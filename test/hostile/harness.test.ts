import { runtime } from "@pulumi/pulumi";
import { expect } from "chai";
import { describe, it } from "mocha";
import { ODD, PEM, TAG } from "../support/canaries.js";
import { honest } from "../support/message.js";
import { assertClean, flawsOf, INJECTED } from "./support/clean.js";
import { functions, runFunction } from "./support/functions.js";
import { allKinds, kinds } from "./support/kinds.js";
import { hooks, type Outcome, runHook } from "./support/run.js";

describe("a well-behaved service", () => {
  for (const kind of allKinds) {
    for (const hook of hooks) {
      it(`${kind.name}: ${hook} succeeds, in memory as over sockets, and shows no secret`, async () => {
        const inMemory = await runHook(kind, hook, honest, { over: "memory" });
        const overSockets = await runHook(kind, hook);
        for (const outcome of [inMemory, overSockets]) {
          expect(outcome.error?.message).to.equal(undefined);
          assertClean(outcome);
        }
        const methods = ({ requests }: Outcome) => requests.map(({ method }) => method);
        expect(methods(inMemory)).to.deep.equal(methods(overSockets));
        if (hook === "read") expect(inMemory.result?.id).to.equal(kind.id);
      });
    }
  }
});

describe("functions at a well-behaved service", () => {
  for (const kind of functions) {
    it(`${kind.name} succeeds, in memory as over sockets, and shows no secret`, async () => {
      for (const over of ["memory", "sockets"] as const) {
        const outcome = await runFunction(kind, honest, { over });
        expect(outcome.error?.message).to.equal(undefined);
        expect(outcome.requests.map(({ method }) => method)).to.deep.equal(["GET"]);
        assertClean(outcome);
      }
    });
  }
});

describe("what the tests of this suite look for", () => {
  const outcome = (part: Partial<Outcome>): Outcome => ({
    ...{
      kind: kinds.ContainerGroup,
      hook: "create",
      url: "",
      messages: [],
      requests: [],
      elapsedMs: 0,
    },
    ...part,
  });
  const signature = { [runtime.specialSigKey]: "other", text: "/etc/hostname" };

  const flawed: [string, Partial<Outcome>][] = [
    ["a secret", { error: new Error(`x ${ODD}`) }],
    ["a line of a secret", { error: new Error(`x ${PEM.split("\n")[3]}`) }],
    ["a piece of a secret", { messages: [PEM.slice(100, 148)] }],
    ["a secret in base64", { messages: [`eA${Buffer.from(`..${TAG}`).toString("base64")}`] }],
    ["a secret in base64url", { messages: [Buffer.from(`.${ODD}`).toString("base64url")] }],
    ["a secret, percent-encoded twice", { messages: [encodeURIComponent(encodeURIComponent(ODD))] }],
    ["a secret in a field", { error: Object.assign(new Error("x"), { config: { token: TAG } }) }],
    ["a secret in an output", { result: { id: "1", outputs: { name: TAG } } }],
    ["a secret for a name", { result: { id: "1", outputs: { tags: { [TAG]: "" } } } }],
    ["a secret in an id", { result: { id: TAG, outputs: {} } }],
    ["an unknown value", { result: { outputs: { name: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" } } }],
    ["a signature", { result: { outputs: { name: signature } } }],
    ["a signature in a secret", { result: { outputs: { __kept: wrapped({ a: signature }) } } }],
    ["a control character", { messages: ["\u001b[2J"] }],
    ["a change of direction", { messages: ["\u202etxt"] }],
    ["a line break", { messages: [`x\n${INJECTED}`] }],
    ["a long text", { error: new Error("x".repeat(5000)) }],
    ["a stack", { error: Object.assign(new Error("x"), { stack: "x\n    at f (/a.ts:1:2)" }) }],
  ];
  for (const [what, part] of flawed) {
    it(`finds ${what}`, () => {
      const cleanStack =
        part.error && !part.error.stack?.includes("/a.ts") ? { stack: part.error.message } : {};
      if (part.error) Object.assign(part.error, cleanStack);
      expect(flawsOf(outcome(part))).not.to.deep.equal([]);
    });
  }

  it("takes secrets where they belong", () => {
    const outputs = {
      tags: { owner: wrapped(TAG) },
      __secrets: { x: wrapped(ODD) },
      __kept: wrapped({ [TAG]: PEM }),
    };
    expect(flawsOf(outcome({ result: { id: "1", outputs } }))).to.deep.equal([]);
  });

  function wrapped(value: unknown) {
    return { [runtime.specialSigKey]: runtime.specialSecretSig, value };
  }
});
