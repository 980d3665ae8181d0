import * as fc from "fast-check";
import { describe, it } from "mocha";
import { plan } from "./groupPlan.js";
import { GroupRun } from "./groupRun.js";

const RUNS = Number(process.env.SIMULATION_RUNS ?? 200);
const SEED = Number(process.env.SIMULATION_SEED ?? 20_261_122);

describe("container groups, whatever happens to them", function () {
  this.timeout(0);

  it("converge as declared, are done once, and take nothing from others", async () => {
    let steps = 0;
    const promise = fc.asyncProperty(plan, async (given) => {
      const run = new GroupRun(given);
      try {
        await run.run();
      } finally {
        steps += run.steps;
      }
    });
    await fc.assert(promise, { numRuns: RUNS, seed: SEED });
    console.log(`      ${steps} steps`);
  });
});
