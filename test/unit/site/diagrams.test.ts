import { expect } from "chai";
import { describe, it } from "mocha";
import { readCodeBlocks } from "../../../tools/site/codeBlocks.js";
import { isDrawn, parseDiagram } from "../../../tools/site/diagrams.js";
import { listPages } from "../../../tools/site/pages.js";

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
