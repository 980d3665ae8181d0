import * as fc from "fast-check";
import { describe, it } from "mocha";
import { removalPlan } from "./removalPlan.js";
import { RemovalRun } from "./removalRun.js";

const RUNS = Number(process.env.SIMULATION_RUNS ?? 200);
const SEED = Number(process.env.SIMULATION_SEED ?? 20_261_122);

describe("removals of users, whatever happens to them", function () {
  this.timeout(0);

  it("are made when they are asked for, made once, and touch nobody else", async () => {
    let steps = 0;
    const promise = fc.asyncProperty(removalPlan, async (given) => {
      const run = new RemovalRun(given);
      await run.run();
      steps += run.steps;
    });
    await fc.assert(promise, { numRuns: RUNS, seed: SEED });
    console.log(`      ${steps} steps`);
  });
});
