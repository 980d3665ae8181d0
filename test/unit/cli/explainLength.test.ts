import { expect } from "chai";
import { describe, it } from "mocha";
import { explain } from "../../../cli/explain/explain.js";
import { error, headings, markdownOf, previewOf, type Said, urnOf, warning } from "./explainPreviews.js";

const GITHUB_MOST = 65_536;

const many = (count: number, said: (n: number) => Said): Said[] =>
  Array.from({ length: count }, (_, n) => said(n));
const created = (n: number): Said => ({
  op: "create",
  name: `n${n}`,
  new: { containerGroupName: `n${n}`, resourceGroupName: "demo", sku: "Standard", tags: { n } },
});
const deleted = (n: number): Said => ({
  op: "delete",
  name: `shop-${n}`,
  old: { containerGroupName: `shop-${n}`, resourceGroupName: "demo" },
});
const stop = (n: number): Said => ({
  op: "create",
  type: "DatabaseInstanceStop",
  name: `night-${n}`,
  new: {},
});

/** The names of the changes that are shown as items of a list. */
const itemsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^- `([a-z]\d+)`: /gm)].map(([, name = ""]) => name);

describe("the length of an explanation", () => {
  /** Within what a comment holds. */
  function shortMarkdownOf(steps: Said[], more = {}): string {
    const markdown = markdownOf(steps, more);
    expect(Buffer.byteLength(markdown)).to.be.below(GITHUB_MOST);
    return markdown;
  }

  it("is below that of a comment: the first 50 changes have details, the others their names only", () => {
    const markdown = shortMarkdownOf(many(2_000, created), { diagnostics: [warning("w")] });
    expect(itemsOf(markdown)).to.have.length(50);
    expect(headings(markdown)).to.include("### Create `ContainerGroup`: the first 50 of 2000");
    expect(markdown).to.include("<summary>Details</summary>");
    expect(markdown).to.include(
      "\n\n**Without details, because a comment has a size limit:**\n\n- Create `ContainerGroup`: `n50`, ",
    );
    for (let n = 0; n < 2_000; n++) expect(markdown).to.include(`\`n${n}\``);
    expect(markdown).to.match(/\n### Warnings\n\n- `w`\n$/);
    expect(markdownOf(many(50, created))).not.to.include("Without details");
  });

  it("gives fewer changes details where these are long, so that the others have their names", () => {
    const tagsOf = (n: number) =>
      Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`t${at}`, n + "x".repeat(150)]));
    const markdown = shortMarkdownOf(many(2_000, (n) => ({ ...created(n), new: { tags: tagsOf(n) } })));
    expect(itemsOf(markdown).length).to.be.above(4).and.below(50);
    for (let n = 0; n < 2_000; n++) expect(markdown).to.include(`\`n${n}\``);
  });

  it("has no limit in full, neither for changes nor for fields and messages", () => {
    const tags = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`t${n}`, "x"]));
    const steps = [...many(2_000, created), { op: "update", old: { tags: {} }, new: { tags } }];
    const diagnostics = Array.from({ length: 200 }, (_, n) => warning(`${n}`.repeat(100)));
    const { markdown } = explain(previewOf(steps, { diagnostics }), true);
    expect(itemsOf(markdown).filter((name) => name.startsWith("n"))).to.have.length(2_000);
    expect(markdown.match(/^- `tags\./gm)).to.have.length(100);
    expect(markdown).not.to.match(/omitted|Without details/);
  });

  it("gives details to what is dangerous first, and names whatever is replaced, deleted or stopped", () => {
    const customers = many(2_000, (n) => ({
      op: "delete",
      type: "Customer",
      name: `c${n}`,
      old: { customerId: `id-${n}`, onDestroy: "restore" },
    }));
    const groups = many(2_000, deleted);
    const markdown = shortMarkdownOf([...customers, ...many(2_000, created), ...groups, stop(0)]);
    expect(markdown.split("\n").slice(2, 6)).to.deep.equal([
      "- **Create `DatabaseInstanceStop`: 1** (stops the database instance)",
      "- **Delete `ContainerGroup`: 2000** (deletes the group)",
      "- Delete `Customer`: 2000",
      "- Create `ContainerGroup`: 2000",
    ]);
    expect(headings(markdown)[1]).to.equal(
      "### Create `DatabaseInstanceStop` `night-0`: `null` of the ERP system `null` in `null`",
    );
    for (const { name } of [...groups, ...customers]) expect(markdown).to.include(`\`${name}\``);
    // Deletes of groups are not folded.
    expect(markdown.slice(0, markdown.indexOf("Without details"))).not.to.include("<details>");
  });

  it("counts what has no room for its name, and names the few before the many", () => {
    const groups = many(6_000, (n) => ({ ...deleted(n), name: `a-rather-long-name-${n}` }));
    const stops = many(40, stop);
    const markdown = shortMarkdownOf([...groups, ...stops]);
    for (const { name } of stops) expect(markdown).to.include(`\`${name}\``);
    const [, more] = /, (\d+) more$/m.exec(markdown) ?? [];
    const named = groups.filter(({ name }) => markdown.includes(`\`${name}\``)).length;
    expect(named + Number(more)).to.equal(6_000);
    expect(named).to.be.above(1_000);
  });

  it("has a line for every kind and operation, and counts those that are too many", () => {
    const kinds = many(600, (n) => ({ op: "delete", type: `acme:a:T${n}`, old: {} }));
    const lines = markdownOf([...kinds, stop(0)])
      .split("\n")
      .slice(2, 604);
    expect(lines.slice(0, 2)).to.deep.equal([
      "- **Create `DatabaseInstanceStop`: 1** (stops the database instance)",
      "- **Delete `acme:a:T0`: 1** (deletes it)",
    ]);
    const others = lines.findIndex((line) => line.startsWith("- others: "));
    expect(others + Number(lines[others]?.slice(10))).to.equal(601);
  });

  it("says once what is the same for many, below a list of the others", () => {
    const customers = many(12, (n) => ({
      op: "update",
      type: "Customer",
      name: `c${n}`,
      old: { customerId: `id-${n}`, city: "x" },
      new: { customerId: `id-${n}`, city: "y", phoneNumber: `${n}|${n}` },
      diff: { city: "update" },
      oldState: { outputs: { number: `${10_000 + n}`, displayName: "Shop" } },
    }));
    const text = markdownOf(customers);
    expect(text.match(/Updates the customer in place and sends only these fields/g)).to.have.length(1);
    expect(text.match(/"x"` → `"y"/g)).to.have.length(1);
    expect(text).to.include(
      "<details>\n<summary>Details</summary>\n\n- `c0`: `10000` (`Shop`)\n  - `phoneNumber`: ",
    );
    expect(itemsOf(text)).to.deep.equal(customers.map(({ name }) => name));
    expect(text).not.to.include("id-1");
  });

  it("counts the fields of one resource that are too many", () => {
    const tags = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`t${n}`, "x"]));
    const markdown = markdownOf([{ op: "update", old: { tags: {} }, new: { tags } }]);
    expect(markdown.match(/^- `tags\./gm)).to.have.length(40);
    expect(markdown).to.include("\n- fields omitted here: 60\n");
  });

  for (const character of ["x", "\u200b", "`", "é", "\n", "𝕏", "\ud800"]) {
    it(`is below that of a comment whatever is made of ${JSON.stringify(character)}`, () => {
      const long = character.repeat(3_000);
      const messages = Array.from({ length: 50 }, (_, n) =>
        [error, warning].map((say) => say(n + long, urnOf("ContainerGroup", long))),
      ).flat();
      const notes = messages.map((one) => ({ ...one, severity: "info" }));
      const tags = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [n + long, long]));
      const steps: Said[] = [
        { op: "update", name: long, old: { tags: {} }, new: { tags } },
        { op: "create", name: "short", type: long, new: { a: long } },
      ];
      const markdown = shortMarkdownOf(steps, { diagnostics: [...messages, ...notes] });
      if (character === "x") expect(markdown).to.match(/\n- errors omitted here: \d+\n/);
    });
  }
});
