import { secret } from "@pulumi/pulumi";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import type { TestStack } from "../support/sandbox.js";
import { Facts, type Message, type Observed, observe, propertyLines, rowOf, Thing } from "./facts.js";

/** What a person sees: hidden names, and messages that hooks send to a resource's row. */
describe("host: display", function () {
  this.timeout(60_000);

  let facts: Facts;
  let stack: TestStack;
  let created: Observed;
  let changed: Observed;

  const program = (turn: number) => async () => {
    new Thing("Hidden", "hidden", {
      size: turn,
      __secrets: { "containers[web].key": secret(`canary-${turn}`), "containers[web].same": secret("same") },
      __plain: { below: `below-${turn}` },
      nested: { __below: `nested-${turn}`, kept: 1 },
      __same: "unchanged",
    });
    for (const name of ["first", "second"]) new Thing("Talking", name, { turn });
  };

  before(async () => {
    facts = await Facts.open({
      Hidden: () => ({}),
      Talking: ({ say }) => {
        const tell = async (hook: string, { __urn, turn }: Record<string, unknown>) => {
          const name = String(__urn).split("::").at(-1);
          await say(String(__urn), `${name}: ${hook} ${turn}, kept`, false);
          await say(String(__urn), `${name}: ${hook} ${turn}, passing`, true);
        };
        return {
          check: async (_olds, news) => {
            await tell("check", news);
            return { inputs: news };
          },
          create: async (inputs) => {
            await tell("create", inputs);
            return { id: "talking", outs: inputs };
          },
          update: async (_id, _olds, news) => {
            console.log("to standard output");
            await tell("update", news);
            return { outs: news };
          },
        };
      },
    });
    stack = await facts.sandbox.stack("display", program(1));
    created = await observe((options) => stack.stack.up({ ...options, program: program(1) }));
    changed = await observe((options) => stack.stack.up({ ...options, program: program(2) }));
    const ch = await observe((options) => stack.stack.up({ ...options, diff: false, program: program(3) }));
    console.log(ch.text);
  });
  after(() => facts.close());

  it("debug", () => {
    console.log(created.text, created.messages, changed.text, changed.messages, changed.steps);
  });
});
