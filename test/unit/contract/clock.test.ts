import { expect } from "chai";
import { describe, it } from "mocha";
import { systemClock } from "../../../provider/contract/clock.js";
import { rejection } from "../http/answers.js";

describe("systemClock", () => {
  it("does not wait for zero and less", async () => {
    await systemClock.sleep(0);
    await systemClock.sleep(-5);
  });

  it("ends a wait longer than any timer when told to", async () => {
    const end = new AbortController();
    const wait = systemClock.sleep(2 ** 40, end.signal);
    end.abort();
    expect(await rejection(wait)).to.have.property("name", "AbortError");
  });
});
