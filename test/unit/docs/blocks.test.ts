import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { before, describe, it } from "mocha";
import { usage } from "../../../tools/generate/usageTexts.js";
import { type CodeBlock, readCodeBlocks } from "../../../tools/site/codeBlocks.js";
import { listPages, ROOT } from "../../../tools/site/pages.js";
import { secretsSetBy } from "../../support/printedText.js";
import { problemsOfPrograms } from "./programs.js";
import { readSources } from "./sources.js";

/**
 * The languages of blocks that are run, or, a diagram, drawn. `typescript` are programs with the SDK of the native plugin, which is
 * generated when they run.
 */
const LANGUAGES = "ts js yaml sh text mermaid python typescript go java xml csharp".split(" ");

/** They run in test/support/pageTests.ts; what can be said of them sooner is said here. */
describe("code blocks of the pages", () => {
  const blocks = listPages().flatMap(readCodeBlocks);
  const inLanguage = (language: string): CodeBlock[] =>
    blocks.filter((block) => languageOf(block) === language && !isGenerated(block));
  const title = ({ page, line, text }: CodeBlock): string => `${page}:${line} ${text.split("\n", 1)[0]}`;

  it("are in languages that are run", () => {
    const others = blocks.filter((block) => !LANGUAGES.includes(languageOf(block)));
    expect(others.map(title)).to.deep.equal([]);
  });

  describe("programs compile against the package's types", () => {
    let problems: Map<CodeBlock, string[]>;
    before(() => {
      problems = problemsOfPrograms(inLanguage("ts"));
    });
    for (const block of inLanguage("ts"))
      it(title(block), () => expect(problems.get(block)).to.deep.equal([]));

    it("and one that does not is noticed", () => {
      const wrong = { page: "", section: "", line: 1, language: "ts", given: undefined };
      const text = 'new vendorcloud.Project("p", { projectId: 1 });';
      const [found] = problemsOfPrograms([{ ...wrong, text }]).values();
      expect(found).to.have.length(1);
    });
  });

  describe("those of the reference are cut from programs that other tests run: examples, other pages, and the schema's", () => {
    const programs = [
      ...readdirSync(join(ROOT, "examples"))
        .map((name) => join(ROOT, "examples", name, "index.ts"))
        .filter((file) => existsSync(file))
        .map((file) => readFileSync(file, "utf8")),
      ...blocks.filter((block) => !isGenerated(block)).map(({ text }) => text),
      ...Object.values(usage),
    ];
    for (const block of blocks.filter(isGenerated))
      it(title(block), () => expect(programs.some((text) => text.includes(block.text))).to.equal(true));
  });

  it("the group in C#, which nothing here compiles, has names of the SDK's example", () => {
    const [group] = inLanguage("csharp").filter(({ language }) => language === "csharp Program.cs");
    const names = group?.text.match(/[A-Z]\w+(?= =)|\w+Args\b/g) ?? [];
    expect(names).to.include.members(["OsType", "ResourceRequestsArgs"]);
    const [example = ""] = usage.ContainerGroup?.match(/```csharp.*?```/s) ?? [];
    for (const name of names) expect(example).to.match(new RegExp(`\\b${name}\\b`));
  });

  it("secrets are no single words, which would be masked wherever messages use them", () => {
    const secrets = blocks.flatMap(({ text }) => secretsSetBy(text));
    expect(secrets).not.to.be.empty;
    for (const secret of secrets) expect(secret).to.match(/^\w+(-\w+)+$/);
  });

  it("npx gets the name of the package beside that of its command", () => {
    const pages = [...listPages(), "emulator/README.md"].map((page) =>
      readFileSync(join(ROOT, page), "utf8"),
    );
    const texts = [...pages, ...readSources(["provider", "cli"])];
    expect(texts.filter((text) => text.includes("npx -p pulumi-vendorcloud vendorcloud "))).not.to.be.empty;
    expect(texts.flatMap((text) => text.match(/npx\s+vendorcloud(?!-emulator).*/g) ?? [])).to.deep.equal([]);
  });

  it("CONTRIBUTING.md names commands that are there", () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const commands = blocks
      .filter(({ page }) => page === "CONTRIBUTING.md")
      .flatMap(({ text }) => text.trimEnd().split("\n"));
    expect(commands).not.to.deep.equal([]);
    for (const command of commands) {
      const [, script, file] = /^(?:npm(?: run)? (\w+)|(?:npx tsx|bash) (\S+))/.exec(command) ?? [];
      if (file === undefined) expect(scripts).to.have.property(String(script));
      else expect(existsSync(join(ROOT, file)), command).to.equal(true);
    }
  });
});

function isGenerated({ page }: CodeBlock): boolean {
  return page.startsWith("docs/reference/");
}

function languageOf({ language }: CodeBlock): string {
  return language.split(" ", 1)[0] ?? "";
}
