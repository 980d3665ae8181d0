import { expect } from "chai";
import { describe, it } from "mocha";
import { formatExpiry } from "../../../cli/login/login.js";

describe("when a token expires", () => {
  const now = new Date(2026, 0, 31, 12, 0, 0);

  it("is shown in local time and in minutes", () => {
    const text = formatExpiry(3600, now);
    expect(text)
      .to.include(new Date(2026, 0, 31, 13, 0, 0).toLocaleString())
      .and.to.include("(in 60 minutes)");
  });

  it("is never shown later than it is", () => {
    expect(formatExpiry(119, now)).to.include("(in 1 minute)");
    expect(formatExpiry(59, now)).to.include("(in less than a minute)");
  });

  it("is not made up", () => {
    expect(formatExpiry(undefined, now)).to.equal("The service did not say when the token expires.");
  });
});
