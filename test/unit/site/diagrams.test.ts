import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { findProblems } from "../../../tools/site/check.js";
import { readCodeBlocks } from "../../../tools/site/codeBlocks.js";
import { isDrawn, parseDiagram } from "../../../tools/site/diagrams.js";
import { listPages } from "../../../tools/site/pages.js";

describe("what is wrong with a built site", () => {
  let site: string;
  beforeEach(() => {
    site = mkdtempSync(join(tmpdir(), "vendorcloud-site-"));
    write("index.html", '<h1 id="top">A</h1> <a href="/guide/secrets#rotating-one">B</a>');
    write("guide/secrets.html", '<h2 id="rotating-one">C</h2> <a href="/">D</a> <img src="../a.png">');
    write("a.png", "");
    write("style.css", "body { background: url(a.png) }");
  });
  afterEach(() => rmSync(site, { recursive: true }));

  function write(file: string, text: string): void {
    mkdirSync(dirname(join(site, file)), { recursive: true });
    writeFileSync(join(site, file), text);
  }

  it("nothing, when all that is named is there", () => {
    expect(findProblems(site)).to.deep.equal([]);
  });

  const planted: [string, string, string, string][] = [
    ["a page that is not there", "b.html", '<a href="/missing">', "/missing leads nowhere"],
    ["an anchor of another page", "b.html", '<a href="/#bottom">', "/#bottom names nothing that is there"],
    [
      "a script from elsewhere",
      "b.html",
      '<script src="//cdn.example/x.js">',
      "//cdn.example/x.js leads out of the site",
    ],
    [
      "a font from elsewhere",
      "b.css",
      "@import 'https://fonts.example/x'",
      "https://fonts.example/x leads out of the site",
    ],
  ];
  for (const [title, file, text, problem] of planted) {
    it(title, () => {
      write(file, text);
      expect(findProblems(site)).to.deep.equal([`/${file}: ${problem}`]);
    });
  }
});

describe("diagrams of the pages", () => {
  const diagrams = listPages()
    .flatMap(readCodeBlocks)
    .filter(({ language }) => language === "mermaid")
    .map(({ text }) => parseDiagram(text));

  for (const each of diagrams) {
    it(`"${each.title}" is drawn as it is now`, () => expect(isDrawn(each)).to.equal(true));
  }

  it("a picture is that of one text only", () => {
    for (const each of diagrams) expect(isDrawn({ ...each, text: `${each.text}\n` })).to.equal(false);
  });

  it("one without a title is refused", () => {
    expect(() => parseDiagram("flowchart TD\n  A --> B\n")).to.throw("accTitle");
  });
});
