import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import type { TestStack } from "../support/testStack.js";
import { Facts, type Kind, stored, Thing } from "./facts.js";

/** Errors that hooks throw: one resource whose hooks fail one after the other. */
describe("host: errors", () => {
  let facts: Facts;
  let stack: TestStack;

  const Failing: Kind = ({ world }) => {
    const fail = (hook: string): void => {
      const { failing, clean } = world();
      if (failing !== hook) return;
      const error = new Error(`${hook} went wrong\nsecond line`);
      if (clean) error.stack = error.message;
      throw error;
    };
    return {
      check: async (_olds, news) => {
        fail("check");
        return { inputs: news };
      },
      diff: async () => {
        fail("diff");
        return {};
      },
      create: async (inputs) => {
        fail("create");
        return { id: "made", outs: inputs };
      },
      update: async (_id, _olds, news) => {
        fail("update");
        return { outs: news };
      },
      read: async (id, props) => {
        fail("read");
        return { id, props };
      },
      delete: async () => fail("delete"),
    };
  };
  const program = (size: number) => async () => void new Thing("Failing", "failing", { size });

  /** The output when a hook fails. */
  async function failing(hook: string, clean = false): Promise<string> {
    facts.world({ failing: hook, clean });
    const command = { read: () => stack.refresh(), delete: () => stack.destroy() }[hook];
    const outcome = await (command?.() ?? stack.up(program(2)));
    expect(outcome.failed, outcome.text).to.equal(true);
    return outcome.text;
  }

  before(async () => {
    facts = await Facts.open({ Failing });
    stack = await facts.sandbox.stack("errors", program(1));
  });
  after(() => facts.close());

  it("an error in `create` prints its whole text and no stack trace, and no resource exists", async () => {
    const text = await failing("create");
    expect(text)
      .to.include("error: create went wrong\nsecond line\n")
      .and.not.to.match(/^\s+at /m);
    expect(stored(facts, stack).failing).to.equal(undefined);
  });

  it("an error in `update` prints its whole text and no stack trace, and the state is unchanged", async () => {
    facts.world({});
    await stack.up(program(1));
    const text = await failing("update");
    expect(text)
      .to.include("error: update went wrong\nsecond line\n")
      .and.not.to.match(/^\s+at /m);
    const { inputs, outputs } = stored(facts, stack).failing ?? {};
    expect([inputs?.size, outputs?.size]).to.deep.equal([1, 1]);
  });

  for (const hook of ["check", "diff", "read", "delete"])
    it(`an error in \`${hook}\` prints its text and its stack trace`, async () => {
      const text = await failing(hook);
      expect(text).to.match(new RegExp(`^ *error: .*${hook} went wrong\n *second line$`, "m"));
      expect(text).to.match(/^\s+at /m);
    });

  it("an error whose stack trace is its text prints no stack trace", async () => {
    const text = await failing("delete", true);
    expect(text)
      .to.match(/^ *error: delete went wrong\n *second line$/m)
      .and.not.to.match(/^\s+at /m);
    expect(stored(facts, stack).failing?.id).to.equal("made");
  });
});
