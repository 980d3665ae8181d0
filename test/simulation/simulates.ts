import * as fc from "fast-check";
import { describe, it } from "mocha";
import type { Protocol } from "../protocols/protocol.js";
import { protocols } from "../protocols/protocols.js";

const SEED = Number(process.env.SIMULATION_SEED ?? 20_261_122);

/**
 * Declares a test of random runs of one kind of resource.
 *
 * @param runs how many, unless `SIMULATION_RUNS` says so
 */
export function simulates<Plan>(
  kind: string,
  promise: string,
  simulation: {
    plan: fc.Arbitrary<Plan>;
    start(plan: Plan, protocol: Protocol): { run(): Promise<void>; readonly steps: number };
    runs?: number;
  },
): void {
  const { plan, start, runs = 200 } = simulation;
  describe(`${kind}, whatever happens to them`, function () {
    this.timeout(0);

    for (const protocol of protocols) {
      it(`${promise}, over the ${protocol.name} protocol`, async () => {
        let steps = 0;
        const property = fc.asyncProperty(plan, async (given) => {
          const run = start(given, protocol);
          await run.run();
          steps += run.steps;
        });
        await fc.assert(property, { numRuns: Number(process.env.SIMULATION_RUNS ?? runs), seed: SEED });
        console.log(`      ${steps} steps`);
      });
    }
  });
}
