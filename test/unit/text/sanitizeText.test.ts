import { expect } from "chai";
import { describe, it } from "mocha";
import { sanitizeText } from "../../../provider/text/sanitizeText.js";

describe("oneLine", () => {
  for (const [what, text, expected] of [
    ["folds white space", " a\r\n\tb  c\u00a0d ", "a b c d"],
    ["removes terminal sequences whole", "\u001b[31;1mred\u001b[0m \u001b]0;title\u0007x", "red x"],
    ["removes control characters", "a\u0000b\u0007c\u007fd\u0085e", "abcd e"],
    ["removes what turns the direction of writing", "a\u202eb\u2066c\u200bd", "abcd"],
    ["keeps other languages", "Größe 数量 🙂", "Größe 数量 🙂"],
  ] as const) {
    it(what, () => expect(sanitizeText(text, 100)).to.equal(expected));
  }

  it("cuts what is too long, not within a character", () => {
    expect(sanitizeText("abcdef", 6)).to.equal("abcdef");
    expect(sanitizeText("abcdefg", 6)).to.equal("abcde…");
    expect(sanitizeText("abcd🙂🙂", 6)).to.equal("abcd…");
    expect(sanitizeText("🙂bcd🙂🙂", 6)).to.equal("🙂bcd…");
    expect(sanitizeText("x".repeat(30_000_000), 100)).to.have.length(100);
  });
});
