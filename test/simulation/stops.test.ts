import * as fc from "fast-check";
import { describe, it } from "mocha";
import { StopRun, stopPlan } from "./stopRun.js";

const RUNS = Number(process.env.SIMULATION_RUNS ?? 200);
const SEED = Number(process.env.SIMULATION_SEED ?? 20_261_122);

describe("stops of instances, whatever happens to them", function () {
  this.timeout(0);

  it("are made when they are asked for, come to an end, and are made once", async () => {
    let steps = 0;
    const promise = fc.asyncProperty(stopPlan, async (given) => {
      const run = new StopRun(given);
      await run.run();
      steps += run.steps;
    });
    await fc.assert(promise, { numRuns: RUNS, seed: SEED });
    console.log(`      ${steps} steps`);
  });
});
