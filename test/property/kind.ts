import { expect } from "chai";
import * as fc from "fast-check";
import { describe, it } from "mocha";
import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import type { Protocol } from "../protocols/protocol.js";
import { protocols } from "../protocols/protocols.js";
import { isTestAll, randomRuns } from "../support/randomRuns.js";
import { Broken } from "./broken.js";
import { CLOCK_GOES_BACK, type Fault, faultsAt, type Trouble } from "./faults.js";
import type { Member } from "./member.js";
import type { Run, Subject } from "./run.js";

const SEED = Number(process.env.PROPERTY_SEED ?? 20_261_122);
/** In `npm test`. */
const FEW_RUNS = 20;
/** In `npm test`, one of so many faults at requests. It shares no factor with the number of protocols, so each of them has some. */
const FAULT_STEP = isTestAll ? 1 : 5;
/** Runs in which a planted bug has to show. */
const BUG_RUNS = 300;

/**
 * A mistake that is easily made, and the hooks that make it; everything else is as it is. `from`: random runs that show nothing
 * of it, which are left out.
 */
export type Bug = [mistake: string, planted: Partial<Lifecycle>, from?: number];

type AnyRun = Pick<Run<Member, { do: string }>, "run" | "runLast" | "steps">;

interface KindTests<Plan> {
  lifecycle: Lifecycle;
  plan: fc.Arbitrary<Plan>;
  start(plan: Plan, subject: Subject): AnyRun;
  /** Operations for the test of single faults: the last command of each plan. */
  operations: Record<string, Plan>;
  faults: readonly Fault[];
  /** Random runs, in `npm run test:all`. Each protocol has its share, of other plans. */
  runs: number;
  /** Each of them must break an invariant. */
  bugs: readonly Bug[];
  /** Runs that broke a promise once, or show a breach that few others do. */
  regressions?: readonly [fact: string, plan: Plan][];
}

/** Declares the tests of one kind of resource. */
export function declareTests<Plan>(kind: string, promise: string, tests: KindTests<Plan>): void {
  const { lifecycle, plan, start, runs, bugs, regressions = [], operations, faults } = tests;

  describe(`${kind}, whatever happens to them`, function () {
    this.timeout(0);

    protocols.forEach((protocol, index) => {
      it(`${promise}, over the ${protocol.name} protocol`, async () => {
        let steps = 0;
        const property = fc.asyncProperty(plan, async (given) => {
          const run = start(given, { lifecycle, protocol });
          await run.run();
          steps += run.steps;
        });
        const numRuns = Math.ceil(randomRuns(FEW_RUNS, runs) / protocols.length);
        await fc.assert(property, { numRuns, seed: SEED + index });
        console.log(`      ${steps} steps`);
      });

      for (const [fact, given] of regressions)
        it(`${fact}, over the ${protocol.name} protocol`, () => start(given, { lifecycle, protocol }).run());
    });
  });

  describe(`${kind}, with one fault at one request`, function () {
    this.timeout(0);

    for (const [name, given] of Object.entries(operations)) {
      it(`${name} comes through`, async () => {
        const run = (cell: number, troubles: Trouble[] = []) =>
          start(given, { lifecycle, protocol: protocols[cell % protocols.length] as Protocol }).runLast(
            troubles,
          );
        const requests = await run(0);
        expect(requests, "requests of the operation").not.to.deep.equal([]);
        const cells = requests.flatMap((request, index) =>
          [...faultsAt(request, faults), CLOCK_GOES_BACK].map((fault) => ({
            fault,
            from: index + 1,
            times: 1,
          })),
        );
        for (let cell = 0; cell < cells.length; cell += FAULT_STEP) {
          const trouble = cells[cell] as Trouble;
          await run(cell, [trouble]).catch((error) => {
            throw new Error(`${trouble.fault.title} at request ${trouble.from}: ${error.message}`, {
              cause: error,
            });
          });
        }
        console.log(`      ${Math.ceil(cells.length / FAULT_STEP)} faults at ${requests.length} requests`);
      });
    }
  });

  // Shows that the random runs find mistakes.
  if (!isTestAll) return;
  describe(`${kind} with a bug planted`, function () {
    this.timeout(0);

    bugs.forEach(([mistake, planted, from = 0], index) => {
      const protocol = protocols[index % protocols.length] as Protocol;
      it(`it is found over the ${protocol.name} protocol: ${mistake}`, async () => {
        const subject = { protocol, lifecycle: { ...lifecycle, ...planted } };
        const property = fc.asyncProperty(plan, (given) => start(given, subject).run());
        const parameters = { numRuns: BUG_RUNS, seed: SEED, path: String(from), endOnFailure: true };
        const found = await fc.check(property, parameters);
        expect(found.failed, `not found in ${BUG_RUNS} runs`).to.equal(true);
        expect(found.errorInstance).to.be.instanceOf(Broken);
        console.log(
          `      after ${found.numRuns} runs: ${(found.errorInstance as Error).message.slice(0, 120)}`,
        );
      });
    });
  });
}
