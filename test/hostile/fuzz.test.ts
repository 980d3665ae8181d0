import fc from "fast-check";
import { describe, it } from "mocha";
import { randomRuns } from "../support/randomRuns.js";
import { type FuzzTarget, flawsUnder, fuzzTargets } from "./support/anyResponse.js";
import { anyPlan } from "./support/hostileResponses.js";
import type { RunOptions } from "./support/run.js";

/**
 * Any response to any request of any hook. A failure prints seed and path; to see it again:
 * `VENDORCLOUD_FUZZ_SEED=1 VENDORCLOUD_FUZZ_PATH=2:3 npx mocha … --grep "ContainerGroup create in memory"`.
 */
const RUNS = randomRuns(400, 4000);
const SEED = Number(process.env.VENDORCLOUD_FUZZ_SEED ?? 20_260_115);
const PATH = process.env.VENDORCLOUD_FUZZ_PATH;

/** One of so many runs goes over sockets. */
const SOCKETS_EVERY = 25;

describe("any response leaks nothing, hangs nothing, and sends nothing secret elsewhere", function () {
  this.timeout(0);
  const runs = Math.ceil(RUNS / fuzzTargets.length);
  const overSockets = Math.ceil(runs / SOCKETS_EVERY);
  for (const [index, target] of fuzzTargets.entries()) {
    it(`${target.title} in memory`, () => hunt(target, runs - overSockets, SEED + index, "memory"));
    it(`${target.title} over sockets`, () => hunt(target, overSockets, SEED - 1 - index, "sockets"));
  }
});

async function hunt(target: FuzzTarget, runs: number, seed: number, over: RunOptions["over"]): Promise<void> {
  const property = fc.asyncProperty(anyPlan(target.kind), async (plan) => {
    const flaws = await flawsUnder(plan, target, { over });
    if (flaws.length > 0) throw new Error(flaws.join("\n"));
  });
  await fc.assert(property, {
    numRuns: runs,
    ...(PATH === undefined ? { seed } : { seed: SEED, path: PATH }),
  });
}
