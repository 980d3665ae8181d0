import { secret } from "@pulumi/pulumi";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import type { TestStack } from "../support/testStack.js";
import { Facts, type Message, type Observed, observe, propertyLines, rowOf, Thing } from "./facts.js";

/** The display: hidden names, and messages that hooks send to a resource's line. */
describe("host: display", () => {
  let facts: Facts;
  let stack: TestStack;
  let created: Observed;
  let changed: Observed;

  let rows: Observed;

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
  const update = (turn: number, diff = true): Promise<Observed> =>
    observe((options) => stack.stack.up({ ...options, diff, program: program(turn) }));
  const messages = ({ messages }: Observed, severity: string): Message[] =>
    messages.filter((message) => message.severity === severity);

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
          update: async (_id, _olds, news) => {
            console.log(`${news.turn} to standard output`);
            await tell("update", news);
            return { outs: news };
          },
        };
      },
    });
    stack = await facts.sandbox.stack("display", program(1));
    created = await update(1);
    changed = await update(2);
    rows = await update(3, false);
  });
  after(() => facts.close());

  it("a name that begins with `__` is hidden in a create, at any depth", () => {
    const row = rowOf(created.text, "hidden");
    expect(row)
      .to.match(/size *: 1/)
      .and.to.match(/kept *: 1/);
    expect(row).not.to.match(/__|containers|canary|below/);
  });

  it("such a name is shown if its value changes, with the entries below it one by one, and secrets as `[secret]`", () => {
    const lines = propertyLines(rowOf(changed.text, "hidden"));
    expect(lines).to.include.members([
      "~ __secrets: {",
      "~ containers[web].key: [secret] => [secret]",
      '~ below: "below-1" => "below-2"',
      '~ __below: "nested-1" => "nested-2"',
    ]);
    expect(lines.join()).not.to.match(/__same|containers\[web\]\.same|__provider|__urn/);
    expect(rowOf(rows.text, "hidden") + rows.text).to.include("[diff: ~__plain,__secrets,nested,size]");
  });

  it("a message of a hook is shown at the resource with the given URN", () => {
    for (const name of ["first", "second"])
      expect(messages(changed, "warning").filter((message) => message.name === name)).to.deep.equal(
        ["check", "update"].flatMap((hook) => [
          { name, text: `${name}: ${hook} 2, kept`, severity: "warning", ephemeral: false },
          { name, text: `${name}: ${hook} 2, passing`, severity: "warning", ephemeral: true },
        ]),
      );
    expect(rows.text).to.match(/Talking first updat.* warning: first: update 3, passing$/m);
  });

  it("a message is shown again at the end, under the resource's name, unless it is ephemeral", () => {
    const [, summary = ""] = rows.text.split("Diagnostics:");
    for (const name of ["first", "second"])
      expect(summary).to.match(
        new RegExp(
          `Talking \\(${name}\\):\n +warning: ${name}: check 3, kept\n +warning: ${name}: update 3, kept\n`,
        ),
      );
    expect(summary).not.to.include("passing");
  });

  it("with `--diff` a message prints without the resource's name, ephemeral or not", () => {
    expect(changed.text).to.match(/^warning: first: update 2, kept$/m);
    expect(changed.text).to.match(/^warning: first: update 2, passing$/m);
  });

  it("standard output of a hook is shown at the stack", () => {
    const found = messages(changed, "info").filter(({ text }) => text === "2 to standard output");
    expect(found.map(({ name }) => name)).to.deep.equal(["", ""]);
    expect(rows.text).to.match(/Stack \(sandbox-display\):\n +3 to standard output/);
  });

  it("the SDK's debug events, which only event streams and `--debug` show, contain plain secrets", () => {
    expect(changed.text).not.to.include("canary");
    expect(messages(changed, "debug").some(({ text }) => text.includes("canary-2"))).to.equal(true);
  });
});
