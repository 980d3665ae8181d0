import { expect } from "chai";
import fc from "fast-check";
import { marked, type Token, type Tokens } from "marked";
import { describe, it } from "mocha";
import { definitions } from "../../../cli/explain/definitions.js";
import { explain } from "../../../cli/explain/explain.js";
import { formatBlock, formatCode } from "../../../cli/explain/markdown.js";
import { randomRuns } from "../../support/randomRuns.js";
import { error, previewOf, type Said, urnOf, warning } from "./explainPreviews.js";

/** Pieces of texts that mean something where they are not code, with a `¦` between two of them. */
const pieces = [
  "`¦``¦```¦~~~¦\\¦*¦**¦_¦|¦|-|\n|-|¦\n¦\r¦\n\n¦\u0085¦\u2028¦\t¦ ¦    ¦\n# ¦\n- ¦\n> ¦\n---\n",
  "\n```\n¦<img src=x onerror=evil()>¦<!--¦-->¦</code>¦<script>¦&lt;¦&#64;everybody¦@everybody¦#1",
  "[evil](javascript:evil)¦![evil](http://evil.example)¦http://evil.example¦www.evil.example",
  "[evil]: http://evil.example\n¦$evil$¦:evil:¦\u202eevil¦\u200b¦\ud800¦x¦[secret]¦\"¦'",
  "\n/approve\n¦\n  /merge evil¦\n```\n/close\n```\n¦\n::set-output name=evil::1",
  "\n \t::add-mask::evil¦##[error]evil¦##vso[task.setvariable variable=evil]1¦@<evil-guid>¦###vso[",
  "\x1b[2Jevil¦\x1b]8;;evil\x07¦!1¦~evil¦%1¦a/b#1¦evil@evil.example",
  "0123456789abcdef0123456789abcdef01234567¦</details>¦[^1]",
].flatMap((line) => line.split("¦"));
pieces.push("`".repeat(15), "`".repeat(90));

/** Names that an object of JavaScript has without anybody having put them there. */
const inherited = "__proto__ constructor toString hasOwnProperty valueOf prototype then toJSON".split(" ");
const hostile = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((all) => all.join(""));

function innerTokens(token: Token): Token[] | undefined {
  if (token.type === "list") return token.items;
  if (token.type !== "table") return "tokens" in token ? token.tokens : undefined;
  const { header, rows } = token as Tokens.Table;
  return [header, ...rows].flat().flatMap(({ tokens }) => tokens);
}

/** Text that Markdown shows as something else than code. */
function outsideOfCode(tokens: Token[]): string[] {
  return tokens.flatMap((token): string[] => {
    if (token.type === "codespan" || token.type === "code" || token.type === "space") return [];
    const inner = innerTokens(token);
    if (inner !== undefined && inner.length > 0) return [`<${token.type}>`, ...outsideOfCode(inner)];
    return [`<${token.type}>`, token.raw];
  });
}

const own = new Set(
  ["heading", "paragraph", "list", "list_item", "text", "strong"].map((type) => `<${type}>`),
);

/** The HTML around a list that is folded away. */
const ownFold = new Set(["<html>", "<details>\n<summary>Details</summary>", "</details>"]);

describe("the Markdown of an explanation", () => {
  it("holds what others have written as code and as nothing else, in a list as well as alone", () => {
    const operation = fc.constantFrom("create", "update", "delete", "import");
    fc.assert(
      fc.property(hostile, hostile, hostile, operation, (name, value, message, op) => {
        const urn = urnOf("ContainerGroup", name);
        const args = {
          containerGroupName: name,
          resourceGroupName: value,
          tags: { [name]: value, [value]: { [name]: value } },
        };
        const outputs = { status: value, number: value };
        const steps: Said[] = [
          { op: "create", name, new: { ...args, containers: [{ name, image: value }] } },
          { op: "update", name, old: { ...args, tags: {} }, new: args, diff: { [name]: value } },
          { op: "replace", name, old: args, new: { ...args, osType: value } },
          { op: "delete", type: "Customer", name, old: { customerId: value } },
          { op: "create", type: `acme:${value}:x`, name, new: { [value]: name } },
          { op: "replace", type: "acme:a:x", name, old: {}, new: {}, reasons: [name, value] },
          { op: "import", type: "acme:a:x", name, new: {}, newState: { importID: value } },
          { op: "update", type: "DatabaseInstanceStop", old: args, new: args, oldState: { outputs } },
          { op: "delete", type: "SalesQuote", old: {}, oldState: { outputs } },
        ];
        const lists = ["ContainerGroup", "Customer", "acme:a:x"].flatMap((type) =>
          Array.from({ length: 7 }, (_, n): Said => {
            const args = { containerGroupName: value, customerId: value, tags: { [name + n]: value } };
            return {
              ...{ op, type, name: name + n, new: args, newState: { importID: value } },
              ...{ old: { ...args, tags: {} }, diff: { tags: "update" } },
              oldState: { urn: urnOf(type, value), outputs: { number: value, displayName: name } },
            };
          }),
        );
        const diagnostics = [error(message, urn), warning(message), { severity: "info", message, urn }];
        const { markdown } = explain(previewOf([...steps, ...lists], { diagnostics }), true);
        expect(markdown.match(/^- /gm)?.length, markdown).to.be.at.least(21);
        const outside = outsideOfCode(marked.lexer(markdown)).filter((text) => !ownFold.has(text.trim()));
        expect(outside.filter((text) => /^<\w+>$/.test(text) && !own.has(text))).to.deep.equal([]);
        expect(outside.filter((text) => !own.has(text)).join("")).not.to.match(/evil|@|&|#1|<|\[|\$|\\|\|/);
        // Renderers that stop to look for the end of a longer fence would go on behind it.
        expect(markdown).not.to.match(/`{20}/);
        expect(markdown)
          .not.to.match(/[\u200b\u202e\u2028\u0085\r]/)
          .and.not.to.include("\x1b");
        // Texts that programs search for without reading the Markdown.
        expect(markdown).not.to.match(/^\s*(\/[a-z]|::)/m);
        expect(markdown).not.to.match(/##(vso)?\[|@</);
      }),
      { numRuns: randomRuns(40, 200) },
    );
  });

  it("is made of any JSON that has the form of a preview, within its bounds", () => {
    const key = fc.oneof(
      fc.constantFrom(...inherited, "containers", "name", "triggers", "salesQuoteLines", "__secrets"),
      hostile,
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(hostile, fc.integer(), fc.boolean(), fc.constant(null), fc.constantFrom(...inherited)),
        fc.array(tie("value"), { maxLength: 4 }),
        fc.dictionary(key, tie("value"), { maxKeys: 5 }),
      ),
    }));
    const inputs = fc.dictionary(key, value, { maxKeys: 6 });
    const kind = fc.constantFrom("add", "delete-replace", ...inherited);
    const said = fc.record({
      op: fc.constantFrom("create", "update", "replace", "delete", "import", "same", "refresh", ...inherited),
      type: fc.constantFrom(...definitions.map(({ schema }) => schema.title), "acme:a:x", ...inherited),
      name: fc.oneof(hostile, fc.constantFrom(...inherited)),
      old: inputs,
      new: inputs,
      oldState: inputs.map((outputs) => ({ outputs })),
      diff: fc.dictionary(key, kind, { maxKeys: 4 }),
      reasons: fc.array(fc.constantFrom(...inherited), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(said, { maxLength: 4 }), (steps) => {
        const { markdown } = explain(previewOf(steps));
        expect(Buffer.byteLength(markdown)).to.be.below(65_100);
        expect(markdown).not.to.match(/\[native code\]|\[object |undefined|NaN|function/);
        // The lines of a quote are a table.
        const outside = outsideOfCode(marked.lexer(markdown)).filter(
          (text) => !own.has(text) && text !== "<table>",
        );
        expect(outside.join("")).not.to.match(/evil|@|&|#1|<|\[|\$|\\|\|/);
      }),
      { numRuns: randomRuns(100, 500) },
    );
  });

  const spans: [text: string, span: string][] = [
    ["a", "`a`"],
    ["a`b", "``a`b``"],
    ["`` and `", "``` `` and ` ```"],
    [" a ", "`  a  `"],
    [" ", "` `"],
    ["", "(empty)"],
    ["a\nb\r\n\u2028c", "`a b c`"],
    ["`".repeat(100), "`(100 backticks)`"],
    ["##vso[a]##[b] ## [c]", "`\\u{23}#vso[a]\\u{23}#[b] ## [c]`"],
    ["@<guid> @name", "`\\u{40}<guid> @name`"],
  ];
  for (const [text, span] of spans) {
    it(`has ${JSON.stringify(text.slice(0, 20))} as ${span}`, () =>
      expect(formatCode(text).text).to.equal(span));
  }

  const lines: [line: string, shown: string][] = [
    ["/approve", "\\u{2f}approve"],
    ["  /label ~x", "  \\u{2f}label ~x"],
    ["/subscriptions/a/b: refused", "/subscriptions/a/b: refused"],
    ["::add-mask::x", "\\u{3a}:add-mask::x"],
    ["\t::error::x", "\\u{9}::error::x"],
  ];
  for (const [line, shown] of lines) {
    it(`has ${JSON.stringify(line)} on a line of its own as ${shown}`, () =>
      expect(formatBlock(`a\n${line}`).text).to.equal(`\`\`\`text\na\n${shown}\n\`\`\``));
  }

  it("has a block that ends where its text ends", () => {
    expect(formatBlock("a\n````\nb").text).to.equal("`````text\na\n````\nb\n`````");
  });
});
