import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import type { TestStack } from "../support/testStack.js";
import {
  Facts,
  handler,
  type Kind,
  type Observed,
  observe,
  propertyLines,
  rowOf,
  stored,
  Thing,
} from "./facts.js";

/** An error with `id`, `properties` and `reasons`: the service has the resource, but not as it should be. */
describe("host: partial failures", () => {
  /** Its `create` fails always, its `update` on demand; `diff` finds nothing ever. */
  const Half: Kind = ({ world }) => {
    const half = ({ __provider, size }: Record<string, unknown>) =>
      Object.assign(new Error("the message"), {
        id: "half",
        properties: { __provider, size, answer: "of the service" },
        reasons: ["the first reason", "the second reason"],
      });
    return {
      diff: async () => ({ changes: false }),
      create: async (inputs) => {
        throw half(inputs);
      },
      update: async (_id, _olds, news) => {
        if (world().failing) throw half(news);
        return { outs: news };
      },
    };
  };
  const Changing: Kind = ({ world }) => ({
    update: async (id, _olds, news) => {
      if (!world().failing) return { outs: news };
      const properties = { __provider: news.__provider, size: "as the service has it" };
      throw Object.assign(new Error("no"), { id, properties, reasons: ["no"] });
    },
  });
  const Bare: Kind = () => ({
    create: async ({ size }) => {
      throw Object.assign(new Error("bare"), { id: "bare", properties: { size }, reasons: ["bare"] });
    },
  });

  let facts: Facts;
  let stack: TestStack;
  let first: Observed;

  const program =
    (size: number, kinds = ["Half", "Changing"]) =>
    async () => {
      for (const kind of kinds) new Thing(kind, kind.toLowerCase(), { size });
    };
  const up = (size: number): Promise<Observed> =>
    observe((options) => stack.stack.up({ ...options, program: program(size), continueOnError: true }));

  before(async () => {
    facts = await Facts.open({ Half, Changing, Bare });
    stack = await facts.sandbox.stack("partial", program(1));
    first = await up(1);
  });
  after(() => facts.close());

  it("print every reason, and not the message", () => {
    expect(first.failed).to.equal(true);
    expect(first.text).to.include("* the first reason").and.to.include("* the second reason");
    expect(first.text).not.to.include("the message");
  });

  it("keep the resource with the given id and properties, the inputs and the reasons", () => {
    const { half } = stored(facts, stack);
    expect(half?.id).to.equal("half");
    expect(half?.inputs).to.include({ size: 1 });
    expect(half?.outputs).to.deep.equal({ __provider: handler("Half"), size: 1, answer: "of the service" });
    expect(half?.initErrors).to.deep.equal(["the first reason", "the second reason"]);
  });

  it("make each `up` update until one succeeds, whatever `diff` says, and print no line for it", async () => {
    facts.world({ failing: true });
    for (const failing of [true, false]) {
      facts.world({ failing });
      facts.forget();
      const outcome = await up(1);
      expect(outcome.failed).to.equal(failing);
      expect(facts.hooks("Half")).to.deep.equal(["check", "diff", "update"]);
      expect(propertyLines(rowOf(outcome.text, "half"))).to.deep.equal([]);
    }
    expect(stored(facts, stack).half).not.to.have.property("initErrors");
    expect((await up(1)).steps.filter(({ operation }) => operation !== "same")).to.deep.equal([]);
  });

  it("from `update` keep the old inputs, beside the outputs of the failure", async () => {
    facts.world({ failing: true });
    await up(2);
    const { changing } = stored(facts, stack);
    expect(changing?.inputs).to.include({ size: 1 });
    expect(changing?.outputs).to.deep.equal({
      __provider: handler("Changing"),
      size: "as the service has it",
    });
    expect(changing?.initErrors).to.deep.equal(["no"]);
    facts.world({});
    const outcome = await up(2);
    expect(propertyLines(rowOf(outcome.text, "changing"))).to.deep.equal(["~ size: 1 => 2"]);
    expect(outcome.failed).to.equal(false);
  });

  it("without the handler in the properties allow only an update of the resource, no refresh and no delete", async () => {
    const bare = program(2, ["Bare"]);
    const other = await facts.sandbox.stack("bare", bare);
    await other.up();
    expect(stored(facts, other).bare?.outputs).to.deep.equal({ size: 2 });
    for (const command of [() => other.refresh(), () => other.destroy()]) {
      const outcome = await command();
      expect(outcome.failed).to.equal(true);
      expect(outcome.text).to.include("code must be a string, not undefined");
    }
    expect((await other.up()).operations).to.deep.equal({ update: 1 });
    expect(stored(facts, other).bare?.outputs).to.have.property("__provider", handler("Bare"));
  });
});
