import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import type { CommandResult } from "../support/command.js";
import type { TestStack } from "../support/testStack.js";
import {
  Facts,
  handler,
  type Observed,
  observe,
  propertyLines,
  rowOf,
  type Stored,
  stored,
  Thing,
} from "./facts.js";

/** The effect of the answers of `read`: one drift, read by resources of every kind. */
describe("host: refresh", () => {
  const kinds = ["Whole", "Denied", "Outputs", "Insisting", "Gone", "Forgetful"];
  let facts: Facts;
  let stack: TestStack;
  let refresh: CommandResult;
  let saved: Record<string, Stored>;
  let preview: Observed;

  const inputs = { phone: "+1", tags: { team: "a", tier: 1 }, list: [{ port: 80 }] };
  const live = { phone: "+9", tags: { team: "b", tier: 1 }, list: [{ port: 81 }] };
  const program = async () => {
    for (const kind of kinds) new Thing(kind, kind.toLowerCase(), inputs);
  };
  const refreshed = (kind: string): string[] =>
    propertyLines(rowOf(refresh.text.split("Refreshing (")[1] ?? "", kind.toLowerCase()));
  const previewed = (kind: string): string[] => propertyLines(rowOf(preview.text, kind.toLowerCase()));
  const operations = (kind: string): string[] =>
    preview.steps.filter(({ name }) => name === kind.toLowerCase()).map(({ operation }) => operation);
  const drift = [
    "~ list: [",
    "~ [0]: {",
    "~ port: 80 => 81",
    '~ phone: "+1" => "+9"',
    "~ tags: {",
    '~ team: "a" => "b"',
  ];
  const back = [
    "~ list: [",
    "~ [0]: {",
    "~ port: 81 => 80",
    '~ phone: "+9" => "+1"',
    "~ tags: {",
    '~ team: "b" => "a"',
  ];

  before(async () => {
    facts = await Facts.open({
      Whole: ({ world }) => ({
        read: async (id, props) => ({
          id,
          props: { ...props, ...world() },
          inputs: { ...world(), __urn: props.__urn },
        }),
      }),
      Denied: ({ world }) => ({
        read: async (id, props) => ({
          id,
          props: { ...props, ...world() },
          inputs: { ...world(), __urn: props.__urn },
        }),
        diff: async () => ({ changes: false }),
      }),
      Outputs: ({ world }) => ({ read: async (id, props) => ({ id, props: { ...props, ...world() } }) }),
      Insisting: ({ world }) => ({
        read: async (id, props) => ({ id, props: { ...props, ...world() } }),
        diff: async (_id, olds, news) => ({ changes: olds.phone !== news.phone }),
      }),
      Gone: () => ({ read: async () => ({ id: "", props: {} }) }),
      Forgetful: ({ world }) => ({
        read: async (id, props) => ({ id, props: { ...props, ...world() }, inputs: world() }),
      }),
    });
    stack = await facts.sandbox.stack("refresh", program);
    await stack.up();
    facts.world(live);
    facts.forget();
    // With the preview that comes before it.
    refresh = await facts.sandbox.pulumi("refresh", "--yes", "--diff", "--stack", "refresh");
    expect(refresh.failed, refresh.text).to.equal(false);
    saved = stored(facts, stack);
    preview = await observe((options) => stack.stack.preview({ ...options, program }));
  });
  after(() => facts.close());

  it("`read` gets the id and the old outputs, once for the preview and once for the refresh", () => {
    for (const kind of kinds) {
      const reads = facts.calls("read", kind);
      expect(new Set(reads.map(({ pid }) => pid)).size).to.equal(2);
      for (const { args } of reads) {
        expect(args[0]).to.equal(`id-of-${kind}`);
        expect(args[1]).to.deep.include(inputs);
      }
    }
  });

  it("`diff` then gets the result of `read` as the old outputs, and the old inputs as the new ones", () => {
    for (const kind of ["Whole", "Outputs"]) {
      expect(facts.hooks(kind).slice(0, 4)).to.deep.equal(["read", "diff", "read", "diff"]);
      const [, olds, news] = facts.calls("diff", kind)[0]?.args ?? [];
      expect(olds).to.deep.include(live);
      expect(news).to.deep.include(inputs);
    }
  });

  it("with `inputs` and without `changes`, drift prints field by field, and the next preview prints how it is reverted", () => {
    expect(refreshed("Whole")).to.deep.equal(drift);
    expect(previewed("Whole")).to.deep.equal(back);
    expect(operations("Whole")).to.deep.equal(["update"]);
    expect(saved.whole?.inputs).to.deep.include(live);
    expect(saved.whole?.outputs).to.deep.include(live);
  });

  it("with `inputs` and `changes: false`, nothing prints, but the result of `read` is saved", () => {
    expect(refreshed("Denied")).to.deep.equal([]);
    expect(saved.denied?.inputs).to.deep.include(live);
    expect(saved.denied?.outputs).to.deep.include(live);
  });

  it("without `inputs` and `changes`, nothing prints and nothing is reverted", () => {
    expect(refreshed("Outputs")).to.deep.equal([]);
    expect(operations("Outputs")).to.deep.equal(["same"]);
    expect(saved.outputs?.inputs).to.deep.include(inputs);
    expect(saved.outputs?.outputs).to.deep.include(live);
  });

  it("without `inputs` and with `changes: true`, drift prints, and the next preview updates without a line", () => {
    expect(refreshed("Insisting")).to.deep.equal(drift);
    expect(operations("Insisting")).to.deep.equal(["update"]);
    expect(previewed("Insisting")).to.deep.equal([]);
  });

  it("an empty id means that the object no longer exists: the resource is removed from the state, and the next preview creates it", () => {
    expect(rowOf(refresh.text, "gone")).to.match(/- .*Gone: \(delete\)/);
    expect(saved.gone).to.equal(undefined);
    expect(operations("Gone")).to.deep.equal(["create"]);
  });

  it("a name that begins with `__` and is omitted from `inputs` prints as a change", () => {
    expect(rowOf(refresh.text, "forgetful")).to.include('- __urn: "urn:');
    expect(rowOf(preview.text, "forgetful")).to.include('+ __urn: "urn:');
  });

  it("the handler is kept without being returned", () => {
    expect(saved.forgetful?.inputs.__provider).to.equal(handler("Forgetful"));
    expect(saved.forgetful?.outputs.__provider).to.equal(handler("Forgetful"));
  });
});
