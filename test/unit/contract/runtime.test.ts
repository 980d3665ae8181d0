import { expect } from "chai";
import { describe, it } from "mocha";
import { Runtime, systemClock } from "../../../provider/contract/runtime.js";
import { rejection } from "../http/answers.js";

describe("the runtime of a process", () => {
  it("shares what the first caller makes under a key", () => {
    const runtime = new Runtime();
    const made = runtime.shared("one", () => ({}));
    expect(runtime.shared("one", () => ({}))).to.equal(made);
    expect(runtime.shared("another", () => ({}))).not.to.equal(made);
  });
});

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
