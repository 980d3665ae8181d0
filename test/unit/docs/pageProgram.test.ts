import { expect } from "chai";
import { describe, it } from "mocha";
import type { CodeBlock } from "../../../tools/site/codeBlocks.js";
import { programsOf } from "../../support/pageProgram.js";
import { expectPrinted, expectPromised, secretsSetBy } from "../../support/printedText.js";

describe("programs of a page", () => {
  const block = (line: number, language: string, text = ""): CodeBlock => ({
    ...{ page: "page.md", section: "", line, language, text },
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

/** The text that the tests of the pages compare with. */
describe("what a page shows of a command", () => {
  const printed =
    'Updating:\n      ~ image : "a:1" => "a:2"\n    address: "198.51.100.7"\nthe group existed already\n';

  it("is found in its order, whatever the columns, and whatever `…` stands for", () => {
    expectPrinted('  ~ image : "a:1" => "a:2"\naddress: "198.…"\n', printed);
  });

  it("is not found in another order, nor when it was not printed", () => {
    for (const shown of ['address: "198.…"\n~ image : "a:1" => "a:2"\n', "tags"])
      expect(() => expectPrinted(shown, printed)).to.throw("is not in its place");
  });

  it("is also what comments quote: lines of a diff, and sentences", () => {
    const commands =
      'pulumi preview   # one line: ~ image: "a:1" => "a:2"\npulumi up  # "the group existed already", it says\n';
    const compact = printed.replace("image :", "image:");
    expectPromised(commands, compact);
    expect(() => expectPromised(commands, compact.replace("a:2", "a:3"))).to.throw();
    expect(() => expectPromised(commands, compact.replace("already", "before"))).to.throw();
    expectPromised("pulumi up  # brings it up\n", "");
  });

  it("has no secret that commands set", () => {
    const commands =
      "pulumi config set --secret token any-token   # for tests\npulumi config set image nginx-1\npulumi config set --secret k x\n";
    expect(secretsSetBy(commands)).to.deep.equal(["any-token", "x"]);
  });
});
