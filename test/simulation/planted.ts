import { expect } from "chai";
import * as fc from "fast-check";
import { describe, it } from "mocha";
import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import { dynamicProtocol } from "../protocols/dynamicProtocol.js";
import type { Protocol } from "../protocols/protocol.js";
import { protocols } from "../protocols/protocols.js";
import { Broken } from "./broken.js";

/** Runs in which a bug has to show. */
const RUNS = 300;

/** A mistake that is easily made, and the hooks that make it; everything else is as it is. */
export type Bug = [mistake: string, planted: Partial<Lifecycle>];

/** Measures a simulation: each bug that is planted in a kind of resource must break one of its invariants. */
export function findsBugs<Plan>(
  kind: string,
  bugs: readonly Bug[],
  simulation: {
    real: Lifecycle;
    plan: fc.Arbitrary<Plan>;
    start(plan: Plan, protocol: Protocol, lifecycle: Lifecycle): { run(): Promise<void> };
  },
): void {
  describe(`${kind} with a bug planted`, function () {
    this.timeout(0);

    for (const [index, [mistake, planted]] of bugs.entries()) {
      const protocol = protocols[index % protocols.length] ?? dynamicProtocol;
      it(`it is found over the ${protocol.name} protocol: ${mistake}`, async () => {
        const lifecycle = { ...simulation.real, ...planted };
        const run = (given: Plan): Promise<void> => simulation.start(given, protocol, lifecycle).run();
        await expectFound(simulation.plan, run, { numRuns: RUNS, seed: 20_261_122 });
      });
    }
  });
}

/** One of the runs has to break a promise. */
export async function expectFound<Plan>(
  plan: fc.Arbitrary<Plan>,
  run: (given: Plan) => Promise<void>,
  options: { numRuns: number; seed?: number },
): Promise<void> {
  const found = await fc.check(fc.asyncProperty(plan, run), { ...options, endOnFailure: true });
  expect(found.failed, `not found in ${options.numRuns} runs`).to.equal(true);
  expect(found.errorInstance).to.be.instanceOf(Broken);
  console.log(`      after ${found.numRuns} runs: ${(found.errorInstance as Error).message.slice(0, 120)}`);
}
