import { expect } from "chai";
import { describe, it } from "mocha";
import { matcherOf } from "../../../../provider/http/redaction/secretMatcher.js";

describe("matcherOf", () => {
  it("compiles a search once for the same secrets, in whatever order and however often each", () => {
    const matcher = matcherOf(["first-secret", "second-secret"]);
    expect(matcherOf(["second-secret", "first-secret", "first-secret"])).to.equal(matcher);
    expect(matcherOf(["first-secret"])).not.to.equal(matcher);
    expect(matcher.find("the second-secret")).to.deep.include({ start: 4, end: 17 });
  });

  it("forgets a search that was not wanted for long", () => {
    const matcher = matcherOf(["early-secret"]);
    for (let n = 0; n < 8; n++) matcherOf([`secret-${n}`]);
    expect(matcherOf(["early-secret"])).not.to.equal(matcher);
  });
});
