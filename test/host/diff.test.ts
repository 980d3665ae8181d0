import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import type { Outcome, TestStack } from "../support/sandbox.js";
import { Facts, rowOf, stored, Thing } from "./facts.js";

/** What becomes of the answers of `diff`. One preview and one update of the same change serve all kinds. */
describe("host: diff", function () {
  this.timeout(60_000);

  let facts: Facts;
  let stack: TestStack;
  let preview: Outcome;
  let up: Outcome;

  const kinds = ["None", "Unlined", "Lined", "Replaced", "DeletedFirst", "Nested", "Forgetful"];
  const program = (size: number) => async () => {
    const inputs = { size, kept: "k", place: { zone: `z${size}`, floor: 1 }, list: [{ port: size }, { port: 7 }] };
    for (const kind of kinds) new Thing(kind, kind.toLowerCase(), inputs);
  };
  const operations = (outcome: Outcome, kind: string): string[] =>
    [...rowOf(outcome.text, kind.toLowerCase()).matchAll(/: \((.+)\)$/gm)].map(([, operation]) => operation ?? "");
  const lines = (kind: string): string[] =>
    rowOf(preview.text, kind.toLowerCase())
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => /^([~+-]|\+-|-\+) (?!pulumi)/.test(line));
  const realLines = [
    "~ list : [",
    "~ [0]: {",
    "~ port: 1 => 2",
    "~ place: {",
    '~ zone : "z1" => "z2"',
    "~ size : 1 => 2",
  ];

  before(async () => {
    facts = await Facts.open({
      None: () => ({ diff: async () => ({ changes: false }) }),
      Unlined: () => ({ diff: async () => ({ changes: true }) }),
      Lined: () => ({ diff: async () => ({}) }),
      Replaced: () => ({ diff: async () => ({ replaces: ["size"] }) }),
      DeletedFirst: () => ({ diff: async () => ({ replaces: ["size"], deleteBeforeReplace: true }) }),
      Nested: () => ({ diff: async () => ({ replaces: ["place.zone", "list[0].port"] }) }),
      Forgetful: () => ({
        create: async (inputs) => ({ id: "forgetful", outs: { ...inputs, answer: "of create" } }),
        update: async () => ({}),
      }),
    });
    stack = await facts.sandbox.stack("diff", program(1));
    await stack.up();
    preview = await stack.preview(program(2));
    facts.forget();
    up = await stack.up(program(2));
    expect(up.failed, up.text).to.equal(false);
  });
  after(() => facts.close());

  it("`changes: false` leaves the resource alone", () => {
    expect(operations(preview, "None")).to.deep.equal([]);
    expect(facts.hooks("None")).to.deep.equal(["check", "diff"]);
  });

  it("`changes: false` saves the new inputs and keeps the old outputs", () => {
    const { none } = stored(facts, stack);
    expect(none?.inputs.size).to.equal(2);
    expect(none?.outputs.size).to.equal(1);
  });

  it("`changes: true` updates without a line for any property", () => {
    expect(operations(preview, "Unlined")).to.deep.equal(["update"]);
    expect(lines("Unlined")).to.deep.equal([]);
    expect(facts.hooks("Unlined")).to.deep.equal(["check", "diff", "update"]);
  });

  it("`changes` left out makes the engine compare the inputs and print each change, at any depth", () => {
    expect(operations(preview, "Lined")).to.deep.equal(["update"]);
    expect(lines("Lined")).to.deep.equal(realLines);
  });

  it("`replaces` with `changes` left out keeps the lines and replaces, the new one created first", () => {
    expect(operations(preview, "Replaced")).to.deep.equal(["create-replacement", "replace", "delete-replaced"]);
    expect(lines("Replaced")).to.include.members(realLines);
    expect(facts.hooks("Replaced").filter((hook) => ["create", "delete"].includes(hook))).to.deep.equal([
      "create",
      "delete",
    ]);
  });

  it("`deleteBeforeReplace` deletes the old one first", () => {
    expect(facts.hooks("DeletedFirst").filter((hook) => ["create", "delete"].includes(hook))).to.deep.equal([
      "delete",
      "create",
    ]);
  });

  it("a replacement is checked again, without old inputs", () => {
    const checks = facts.calls("check", "Replaced");
    expect(checks.map(({ args }) => Object.keys(args[0]).length === 0)).to.deep.equal([false, true]);
    expect(checks.map(({ args }) => args[1].size)).to.deep.equal([2, 2]);
  });

  it("`replaces` may name paths below the top level", () => {
    console.log(rowOf(preview.text, "nested"));
    console.log(rowOf(preview.text, "replaced"));
  });

  it("`update` without outputs leaves the resource without any", () => {
    console.log(stored(facts, stack).forgetful?.outputs);
  });

  it("`diff`, `update` and `delete` are given the old outputs, `check` the old inputs", async () => {
    const [olds] = facts.only("check", "Forgetful");
    expect(olds).not.to.have.property("answer");
    for (const hook of ["diff", "update"] as const) {
      const [id, before, after] = facts.only(hook, "Forgetful");
      expect(id).to.equal("forgetful");
      expect(before).to.include({ size: 1, answer: "of create" });
      expect(after).to.include({ size: 2 }).and.not.to.have.property("answer");
    }
    const [id, last] = facts.only("delete", "Replaced");
    expect(id).to.equal("id-of-Replaced");
    expect(last).to.include({ size: 1 });
  });
});
