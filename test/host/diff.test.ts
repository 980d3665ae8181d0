import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { succeeded } from "../support/command.js";
import type { TestStack } from "../support/testStack.js";
import { Facts, type Observed, observe, propertyLines, rowOf, type Step, stored, Thing } from "./facts.js";

/** The effect of the answers of `diff`: one change, seen by resources of every kind. */
describe("host: diff", () => {
  const kinds = ["None", "Changed", "Left", "Replaced", "DeletedFirst", "Nested", "Empty"];
  let facts: Facts;
  let stack: TestStack;
  let preview: Observed;

  const program = (size: number) => async () => {
    const inputs = {
      size,
      kept: "k",
      place: { zone: `z${size}`, floor: 1 },
      list: [{ port: size }, { port: 7 }],
    };
    for (const kind of kinds) new Thing(kind, kind.toLowerCase(), inputs);
  };
  const previewOf = (size: number): Promise<Observed> =>
    observe((options) => stack.stack.preview({ ...options, program: program(size) }));
  const lines = (kind: string): string[] => propertyLines(rowOf(preview.text, kind.toLowerCase()));
  const steps = (kind: string): Step[] => preview.steps.filter(({ name }) => name === kind.toLowerCase());
  const operations = (kind: string): string[] => steps(kind).map(({ operation }) => operation);
  const changedPaths = (kind: string): string[] => steps(kind)[0]?.paths ?? [];
  const effects = (kind: string): string[] =>
    facts.hooks(kind).filter((hook) => ["create", "update", "delete"].includes(hook));

  const realLines = [
    "~ list: [",
    "~ [0]: {",
    "~ port: 1 => 2",
    "~ place: {",
    '~ zone: "z1" => "z2"',
    "~ size: 1 => 2",
  ];
  const realPaths = ["list[0].port", "place.zone", "size"];

  before(async () => {
    facts = await Facts.open({
      None: () => ({ diff: async () => ({ changes: false }) }),
      Changed: () => ({ diff: async () => ({ changes: true }) }),
      Left: () => ({ diff: async () => ({}) }),
      Replaced: () => ({ diff: async () => ({ replaces: ["size"] }) }),
      DeletedFirst: () => ({ diff: async () => ({ replaces: ["size"], deleteBeforeReplace: true }) }),
      Nested: () => ({ diff: async () => ({ replaces: ["place.zone", "list[0].port"] }) }),
      Empty: () => ({
        create: async (inputs) => ({ id: "empty", outs: { ...inputs, answer: "of create" } }),
        update: async () => ({}),
      }),
    });
    stack = await facts.sandbox.stack("diff", program(1));
    await stack.up();
    preview = await previewOf(2);
    facts.forget();
    succeeded(await stack.up(program(2)));
  });
  after(() => facts.close());

  it("`changes: false` does not update the resource, saves the new inputs and keeps the old outputs", () => {
    expect(operations("None")).to.deep.equal(["same"]);
    expect(facts.hooks("None")).to.deep.equal(["check", "diff"]);
    const { none } = stored(facts, stack);
    expect(none?.inputs.size).to.equal(2);
    expect(none?.outputs.size).to.equal(1);
  });

  it("`changes: true` updates, and the events name no property", () => {
    expect(operations("Changed")).to.deep.equal(["update"]);
    expect(changedPaths("Changed")).to.deep.equal([]);
    expect(effects("Changed")).to.deep.equal(["update"]);
  });

  it("`changes: true` makes the display compare the inputs, and print unchanged properties beside the changed ones", () => {
    expect(lines("Changed")).to.deep.equal(realLines);
    expect(rowOf(preview.text, "changed")).to.match(/kept *: "k"/);
  });

  it("without `changes` the engine compares the inputs: lines and events name each change, at any depth", () => {
    expect(operations("Left")).to.deep.equal(["update"]);
    expect(changedPaths("Left")).to.deep.equal(realPaths);
    expect(lines("Left")).to.deep.equal(realLines);
    expect(rowOf(preview.text, "left")).not.to.include("kept");
  });

  it("`replaces` without `changes` replaces, the new one created first, and keeps the lines", () => {
    expect(operations("Replaced")).to.deep.equal(["create-replacement", "replace", "delete-replaced"]);
    expect(changedPaths("Replaced")).to.deep.equal(realPaths);
    expect(lines("Replaced")).to.deep.equal(realLines);
    expect(effects("Replaced")).to.deep.equal(["create", "delete"]);
  });

  it("the events name the paths of `replaces`, and no line of the display marks them", () => {
    expect(steps("Replaced")[0]?.replaces).to.deep.equal(["size"]);
    expect(rowOf(preview.text, "replaced")).to.match(/^ *~ size *: 1 => 2$/m);
  });

  it("`replaces` may name paths below the top level", () => {
    expect(operations("Nested")).to.include("replace");
    expect(steps("Nested")[0]?.replaces).to.have.members(["place.zone", "list[0].port"]);
    expect(lines("Nested")).to.deep.equal(realLines);
  });

  it("`deleteBeforeReplace` deletes the old one first", () => {
    expect(effects("DeletedFirst")).to.deep.equal(["delete", "create"]);
  });

  it("a replacement is checked again, without old inputs", () => {
    const checks = facts.calls("check", "Replaced").map(({ args: [olds, news] }) => [olds.size, news.size]);
    expect(checks).to.deep.equal([
      [1, 2],
      [undefined, 2],
    ]);
  });

  it("`check` gets the old inputs, and `diff`, `update` and `delete` get the old outputs", () => {
    expect(facts.only("check", "Empty")[0]).to.include({ size: 1 }).and.not.to.have.property("answer");
    for (const hook of ["diff", "update"] as const) {
      const [id, olds, news] = facts.only(hook, "Empty");
      expect(id).to.equal("empty");
      expect(olds).to.include({ size: 1, answer: "of create" });
      expect(news).to.include({ size: 2 }).and.not.to.have.property("answer");
    }
    expect(facts.only("delete", "Replaced")[1]).to.include({ size: 1 });
  });

  it("`update` without outputs keeps only the handler", () => {
    expect(Object.keys(stored(facts, stack).empty?.outputs ?? {})).to.deep.equal(["__provider"]);
  });

  it("`replaces` without `changes` replaces nothing if the inputs are equal, and `changes: true` updates", async () => {
    const again = await previewOf(2);
    const notSame = again.steps.filter(({ operation }) => operation !== "same");
    expect(notSame.map(({ name, operation }) => [name, operation])).to.deep.equal([["changed", "update"]]);
    expect(propertyLines(rowOf(again.text, "changed"))).to.deep.equal([]);
  });
});
