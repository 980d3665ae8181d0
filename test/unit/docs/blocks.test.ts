import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { before, describe, it } from "mocha";
import ts from "typescript";
import { parse } from "yaml";
import { type CodeBlock, codeBlocks } from "../../../tools/site/codeBlocks.js";
import { pages, ROOT } from "../../../tools/site/pages.js";
import { problemsOfPrograms } from "./programs.js";

/** Blocks that no test of this file looks at, by page, and why. */
const LOOKED_AT_ELSEWHERE: Record<string, string> = {
  "docs/getting-started.md text": "test/e2e/gettingStarted.test.ts compares them with what is printed",
  "docs/secrets.md text": "a preview; test/e2e/secrets.test.ts asks for such lines of real ones",
  "docs/shared-state.md text": "the CLI's own words; test/e2e/sharedState.test.ts asks for them",
  "docs/signing-in.md text": "an error; troubleshooting.test.ts compares it with what is said",
};

/** The languages that are looked at; shell blocks by shell.test.ts, diagrams by diagrams.test.ts of the site. */
const LANGUAGES = ["ts", "js", "json", "yaml", "sh", "mermaid"];

describe("code blocks of the pages", function () {
  this.timeout(120_000);

  const blocks = pages().flatMap(codeBlocks);
  const inLanguage = (language: string): CodeBlock[] =>
    blocks.filter((block) => languageOf(block) === language && !isGenerated(block));
  const title = ({ page, line, text }: CodeBlock): string => `${page}:${line} ${text.split("\n", 1)[0]}`;

  it("are in languages that are looked at, or looked at elsewhere", () => {
    const others = blocks.filter((block) => !LANGUAGES.includes(languageOf(block)));
    const names = new Set(others.map((block) => `${block.page} ${languageOf(block)}`));
    expect([...names].sort()).to.deep.equal(Object.keys(LOOKED_AT_ELSEWHERE).sort());
  });

  describe("programs compile against the package's types", () => {
    let problems: Map<CodeBlock, string[]>;
    before(() => {
      problems = problemsOfPrograms(inLanguage("ts"));
    });
    for (const block of inLanguage("ts"))
      it(title(block), () => expect(problems.get(block)).to.deep.equal([]));

    it("and one that does not is noticed", () => {
      const wrong = { page: "", line: 1, language: "ts", given: undefined };
      const text = 'new vendorcloud.Project("p", { projectId: 1 });';
      const [found] = problemsOfPrograms([{ ...wrong, text }]).values();
      expect(found).to.have.length(1);
    });
  });

  describe("those of the reference are cut from examples, which test/e2e/examples.test.ts runs", () => {
    const programs = readdirSync(join(ROOT, "examples")).map((name) =>
      readFileSync(join(ROOT, "examples", name, "index.ts"), "utf8"),
    );
    for (const block of blocks.filter(isGenerated))
      it(title(block), () => expect(programs.some((text) => text.includes(block.text))).to.equal(true));
  });

  describe("scripts are JavaScript", () => {
    for (const block of inLanguage("js")) {
      it(title(block), () => {
        const { diagnostics } = ts.transpileModule(block.text, {
          reportDiagnostics: true,
          fileName: "block.js",
        });
        expect(diagnostics).to.deep.equal([]);
      });
    }
  });

  describe("data can be parsed", () => {
    for (const block of inLanguage("json")) it(title(block), () => void JSON.parse(block.text));
    for (const block of inLanguage("yaml")) it(title(block), () => void parse(block.text));
  });
});

function isGenerated({ page }: CodeBlock): boolean {
  return page.startsWith("docs/reference/");
}

function languageOf({ language }: CodeBlock): string {
  return language.split(" ", 1)[0] ?? "";
}
