import { expect } from "chai";
import { after, before, beforeEach, describe, it } from "mocha";
import { succeeded } from "../support/command.js";
import type { Outcome, TestStack } from "../support/testStack.js";
import { Facts, handler, type Kind, type Observed, observe, type Stored, stored, Thing } from "./facts.js";

/** A replacement that deletes the old resource first, and whose create fails. */
describe("host: replacements whose create fails", () => {
  /** `diff` compares the old outputs. With `kept`, the error of `create` keeps a resource of that size. */
  const Refused: Kind = ({ world }) => ({
    diff: async (_id, olds, news) =>
      olds.size === news.size
        ? { changes: false }
        : {
            ...(world().changes === true && { changes: true }),
            replaces: ["size"],
            deleteBeforeReplace: true,
          },
    create: async (inputs) => {
      const { isRefused, kept } = world();
      if (!isRefused) return { id: "there", outs: inputs };
      const error = new Error("refused");
      if (kept === undefined) throw error;
      const properties = { __provider: inputs.__provider, size: kept };
      throw Object.assign(error, { id: "there", properties, reasons: ["refused"] });
    },
  });

  let facts: Facts;
  let stack: TestStack;
  const program = (size: number) => async () => void new Thing("Refused", "refused", { size });
  const up = (size: number): Promise<Outcome> => stack.up(program(size));
  const refuse = async (world: Record<string, unknown>, size = 2): Promise<void> => {
    facts.world({ isRefused: true, changes: true, ...world });
    expect((await up(size)).failed).to.equal(true);
    facts.world({ changes: true });
  };
  const state = () => stored(facts, stack).refused as (Stored & { pendingReplacement?: boolean }) | undefined;
  const operationsOf = ({ steps }: Observed): string[] =>
    steps.filter(({ name }) => name === "refused").map(({ operation }) => operation);
  const previewOf = (size: number): Promise<Observed> =>
    observe((options) => stack.stack.preview({ ...options, program: program(size) }));
  const olds = (hook: "check" | "diff") =>
    facts.calls(hook).map(({ args }) => args[hook === "check" ? 0 : 1].size);

  let stacks = 0;
  before(async () => {
    facts = await Facts.open({ Refused });
  });
  beforeEach(async () => {
    facts.world({});
    stack = await facts.sandbox.stack(`replaced${++stacks}`, program(1));
    succeeded(await stack.up());
    facts.forget();
  });
  after(() => facts.close());

  it("delete and create run in one process", async () => {
    await refuse({});
    const calls = [...facts.calls("delete"), ...facts.calls("create")];
    expect(calls).to.have.length(2);
    expect(new Set(calls.map(({ pid }) => pid)).size).to.equal(1);
  });

  it("a plain error keeps the old resource as pending replacement, which the next `up` creates after `check` and `diff`", async () => {
    await refuse({});
    expect(state()).to.deep.include({ id: "there", pendingReplacement: true });
    expect(state()?.inputs).to.include({ size: 1 });
    facts.forget();
    expect(operationsOf(await previewOf(2))).to.deep.equal(["replace", "create-replacement"]);
    expect([olds("check"), olds("diff")]).to.deep.equal([[1, undefined], [1]]);
    facts.forget();
    succeeded(await up(2));
    expect(facts.hooks("Refused")).to.deep.equal(["check", "diff", "check", "create"]);
    expect(state()?.pendingReplacement).to.equal(undefined);
  });

  it("a pending replacement is created even if `diff` finds nothing, and neither refreshed nor deleted", async () => {
    await refuse({});
    facts.forget();
    // CLI 3.259 shows `delete-replaced` as well.
    expect(operationsOf(await previewOf(1))).to.include.members(["replace", "create-replacement"]);
    facts.forget();
    succeeded(await stack.refresh());
    succeeded(await stack.destroy());
    expect(facts.hooks("Refused")).to.deep.equal([]);
    expect(state()).to.equal(undefined);
  });

  it("a partial failure removes the old resource from the state, and keeps the new inputs and the outputs of the error", async () => {
    await refuse({ kept: 1 });
    expect(state()).to.deep.include({ id: "there", initErrors: ["refused"] });
    expect(state()?.pendingReplacement).to.equal(undefined);
    expect(state()?.inputs).to.include({ size: 2 });
    expect(state()?.outputs).to.deep.equal({ __provider: handler("Refused"), size: 1 });
  });

  it("afterwards an unchanged program is replaced only if `diff` also says `changes: true`", async () => {
    await refuse({ kept: 1 });
    facts.forget();
    facts.world({});
    expect(operationsOf(await previewOf(2))).to.deep.equal(["update"]);
    facts.world({ changes: true });
    expect(operationsOf(await previewOf(2))).to.include("create-replacement");
    expect(olds("diff")).to.deep.equal([1, 1]);
  });

  it("afterwards a reverted program is updated, although `diff` finds nothing", async () => {
    await refuse({ kept: 1 });
    facts.forget();
    succeeded(await up(1));
    expect(facts.hooks("Refused")).to.deep.equal(["check", "diff", "update"]);
    expect(olds("check")).to.deep.equal([2]);
    expect(operationsOf(await previewOf(1))).to.deep.equal(["same"]);
  });

  it("afterwards a refresh reads the resource, after which nothing needs an update", async () => {
    await refuse({ kept: 1 });
    facts.forget();
    succeeded(await stack.refresh());
    expect(facts.only("read", "Refused")[1]).to.include({ size: 1 });
    expect(state()).not.to.have.property("initErrors");
  });

  it("afterwards a destroy deletes the resource", async () => {
    await refuse({ kept: 1 });
    facts.forget();
    succeeded(await stack.destroy());
    expect(facts.only("delete", "Refused")).to.deep.equal([
      "there",
      { __provider: handler("Refused"), size: 1 },
    ]);
  });
});
