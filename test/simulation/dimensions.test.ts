import * as fc from "fast-check";
import { describe, it } from "mocha";
import { dimensionPlan } from "./dimensionPlan.js";
import { DimensionRun } from "./dimensionRun.js";

const RUNS = Number(process.env.SIMULATION_RUNS ?? 150);
const SEED = Number(process.env.SIMULATION_SEED ?? 20_261_122);

describe("default dimensions, whatever happens to them", function () {
  this.timeout(0);

  it("end as declared, are put back, and nothing is overwritten unseen", async () => {
    let steps = 0;
    const promise = fc.asyncProperty(dimensionPlan, async (given) => {
      const run = new DimensionRun(given);
      await run.run();
      steps += run.steps;
    });
    await fc.assert(promise, { numRuns: RUNS, seed: SEED });
    console.log(`      ${steps} steps`);
  });
});
