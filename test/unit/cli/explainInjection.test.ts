import { expect } from "chai";
import fc from "fast-check";
import { marked, type Token } from "marked";
import { describe, it } from "mocha";
import { explain } from "../../../cli/explain/explain.js";
import { block, code } from "../../../cli/explain/markdown.js";
import { error, previewOf, type Said, urnOf, warning } from "./explainPreviews.js";

/** Pieces of texts that mean something where they are not code. */
const pieces = [
  ...["`", "``", "```", "`".repeat(15), "`".repeat(90), "~~~", "\\", "*", "**", "_", "|", "|-|\n|-|"],
  ...[
    "\n",
    "\r",
    "\n\n",
    "\u0085",
    "\u2028",
    "\t",
    " ",
    "    ",
    "\n# ",
    "\n- ",
    "\n> ",
    "\n---\n",
    "\n```\n",
  ],
  ...["<img src=x onerror=evil()>", "<!--", "-->", "</code>", "<script>", "&lt;", "&#64;everybody"],
  ...[
    "@everybody",
    "#1",
    "[evil](javascript:evil)",
    "![evil](http://evil.example)",
    "http://evil.example",
    "www.evil.example",
  ],
  ...[
    "[evil]: http://evil.example\n",
    "$evil$",
    ":evil:",
    "\u202eevil",
    "\u200b",
    "\ud800",
    "x",
    "[secret]",
    '"',
    "'",
  ],
];
const hostile = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((all) => all.join(""));

/** What a reader of Markdown sees as anything else than code. */
function outsideOfCode(tokens: Token[]): string[] {
  return tokens.flatMap((token): string[] => {
    if (token.type === "codespan" || token.type === "code" || token.type === "space") return [];
    const inner = token.type === "list" ? token.items : "tokens" in token ? token.tokens : undefined;
    if (inner !== undefined && inner.length > 0) return [`<${token.type}>`, ...outsideOfCode(inner)];
    return [`<${token.type}>`, token.raw];
  });
}

const own = new Set(
  ["heading", "paragraph", "list", "list_item", "text", "strong"].map((type) => `<${type}>`),
);

describe("the Markdown of an explanation", () => {
  it("holds what others have written as code and as nothing else", () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (name, value, message) => {
        const urn = urnOf("ContainerGroup", name);
        const args = {
          containerGroupName: name,
          resourceGroupName: value,
          tags: { [name]: value, [value]: { [name]: value } },
        };
        const steps: Said[] = [
          { op: "create", name, new: { ...args, containers: [{ name, image: value }] } },
          { op: "update", name, old: { ...args, tags: {} }, new: args, diff: { [name]: value } },
          {
            op: "replace",
            name,
            old: args,
            new: { ...args, osType: value },
            oldState: { urn: urnOf("x", value) },
          },
          { op: "delete", type: "Customer", name, old: { customerId: value } },
          { op: "create", type: `acme:${value}:x`, name, new: { [value]: name } },
          { op: "replace", type: "acme:a:x", name, old: {}, new: {}, reasons: [name, value] },
          { op: "import", type: "acme:a:x", name, new: {}, newState: { importID: value } },
          {
            op: "update",
            type: "DatabaseInstanceStop",
            old: args,
            new: args,
            oldState: { outputs: { status: value } },
          },
          { op: "delete", type: "SalesQuote", old: {}, oldState: { outputs: { number: value } } },
        ];
        const diagnostics = [error(message, urn), warning(message), { severity: "info", message, urn }];
        const { markdown } = explain(previewOf(steps, { diagnostics }));
        const outside = outsideOfCode(marked.lexer(markdown));
        expect(outside.filter((text) => /^<\w+>$/.test(text) && !own.has(text))).to.deep.equal([]);
        expect(outside.filter((text) => !own.has(text)).join("")).not.to.match(/evil|@|&|#1|<|\[|\$|\\|\|/);
        // Renderers that stop to look for the end of a longer fence would go on behind it.
        expect(markdown).not.to.match(/`{20}/);
        expect(markdown).not.to.match(/[\u200b\u202e\u2028\u0085\r]/);
      }),
      { numRuns: 200 },
    );
  });

  const spans: [text: string, span: string][] = [
    ["a", "`a`"],
    ["a`b", "``a`b``"],
    ["`", "`` ` ``"],
    ["`` and `", "``` `` and ` ```"],
    [" a ", "`  a  `"],
    [" ", "` `"],
    ["", "(empty)"],
    ["a\nb\r\n\u2028c", "`a b c`"],
    ["\u202eabc", "`\\u{202e}abc`"],
    ["`".repeat(100), "`(100 backticks)`"],
  ];
  for (const [text, span] of spans) {
    it(`has ${JSON.stringify(text.slice(0, 20))} as ${span}`, () => expect(code(text).text).to.equal(span));
  }

  it("has a block that ends where its text ends", () => {
    expect(block("a\n````\nb").text).to.equal("`````text\na\n````\nb\n`````");
  });
});
