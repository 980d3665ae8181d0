import { expect } from "chai";
import { describe, it } from "mocha";
import { getMatcher } from "../../../../provider/http/redaction/secretMatcher.js";

describe("getMatcher", () => {
  it("compiles a search once for the same secrets, in whatever order and however often each", () => {
    const matcher = getMatcher(["first-secret", "second-secret"]);
    expect(getMatcher(["second-secret", "first-secret", "first-secret"])).to.equal(matcher);
    expect(getMatcher(["first-secret"])).not.to.equal(matcher);
    expect(matcher.find("the second-secret")).to.deep.include({ start: 4, end: 17 });
  });

  it("forgets a search that was not wanted for long", () => {
    const matcher = getMatcher(["early-secret"]);
    for (let n = 0; n < 8; n++) getMatcher([`secret-${n}`]);
    expect(getMatcher(["early-secret"])).not.to.equal(matcher);
  });
});
