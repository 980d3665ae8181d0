import { expect } from "chai";
import { describe, it } from "mocha";
import type { CodeBlock } from "../../../tools/site/codeBlocks.js";
import { programsOf } from "../../support/pageProgram.js";

describe("programs of a page", () => {
  const block = (line: number, language: string, text = ""): CodeBlock => ({
    ...{ page: "page.md", line, language, text },
    given: undefined,
  });
  const linesOf = (...blocks: CodeBlock[]): number[][] =>
    programsOf(blocks).map((program) => program.map(({ line }) => line));
  const item = (name: string): string => `const item = new vendorcloud.Item("${name}", { unitPrice: 1 });`;

  it("are those blocks of TypeScript that follow each other", () => {
    const one = linesOf(block(1, "ts"), block(2, "ts"), block(3, "sh"), block(4, "ts"));
    expect(one).to.deep.equal([[1, 2], [3], [4]]);
  });

  it("are not files, commands or scripts", () => {
    const files = linesOf(
      block(1, "ts index.ts"),
      block(2, "ts"),
      block(3, "js"),
      block(4, "sh"),
      block(5, "sh"),
    );
    expect(files).to.deep.equal([[1], [2], [3], [4], [5]]);
  });

  it("declare each resource once", () => {
    const again = [block(1, "ts", item("oak")), block(2, "ts", item("ash")), block(3, "ts", item("oak"))];
    expect(linesOf(...again)).to.deep.equal([[1, 2], [3]]);
    const customer = 'new Customer(\n  "oak",\n  {},\n);';
    expect(linesOf(block(1, "ts", item("oak")), block(2, "ts", customer))).to.deep.equal([[1, 2]]);
    expect(linesOf(block(1, "ts", customer), block(2, "ts", customer))).to.deep.equal([[1], [2]]);
  });
});
