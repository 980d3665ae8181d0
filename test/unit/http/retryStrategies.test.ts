import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import type { RetryStrategyName } from "../../../provider/contract/retryOptions.js";
import { createRetryStrategy } from "../../../provider/http/retryStrategies.js";

const NAMES: RetryStrategyName[] = ["fixed", "incremental", "exponential", "randomized"];

describe("createRetryStrategy", () => {
  const waits = (retryStrategy: RetryStrategyName, random: number) => {
    const strategy = createRetryStrategy({ retryStrategy, retryBaseDelayMs: 100, retryMaxDelayMs: 1000 });
    return [1, 2, 3, 4, 5, 12].map((attempt) => strategy(attempt, () => random));
  };

  it("fixed: always the same", () =>
    expect(waits("fixed", 0.5)).to.deep.equal([100, 100, 100, 100, 100, 100]));

  it("incremental: one more each time", () =>
    expect(waits("incremental", 0.5)).to.deep.equal([100, 200, 300, 400, 500, 1000]));

  it("exponential: twice as long each time", () =>
    expect(waits("exponential", 0.5)).to.deep.equal([100, 200, 400, 800, 1000, 1000]));

  it("randomized: anywhere between the base and a growing ceiling", () => {
    expect(waits("randomized", 0)).to.deep.equal([100, 100, 100, 100, 100, 100]);
    expect(waits("randomized", 0.5)).to.deep.equal([150, 250, 450, 550, 550, 550]);
  });

  it("is randomized from one second by default", () => {
    expect(createRetryStrategy()(1, () => 0)).to.equal(1000);
    expect(createRetryStrategy()(1, () => 0.5)).to.equal(1500);
    expect(createRetryStrategy()(20, () => 0.999999)).to.be.closeTo(30_000, 1);
  });

  it("never asks for less than nothing or more than the longest wait", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...NAMES),
        fc.integer({ min: 1, max: 10_000 }),
        fc.nat(100_000),
        fc.nat(100_000),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (retryStrategy, attempt, retryBaseDelayMs, retryMaxDelayMs, random) => {
          const strategy = createRetryStrategy({ retryStrategy, retryBaseDelayMs, retryMaxDelayMs });
          expect(strategy(attempt, () => random)).to.be.within(0, retryMaxDelayMs);
        },
      ),
    );
  });
});
