import * as fc from "fast-check";
import { describe, it } from "mocha";
import { salesQuoteLifecycle } from "../../provider/services/salesQuotes/lifecycle.js";
import { protocols } from "../protocols/protocols.js";
import { QuoteRun, quotePlan } from "./quoteRun.js";
import { World } from "./world.js";

/** Runs of the records' test for each one of this. */
const SHARE = 5;
const RUNS = Math.ceil(Number(process.env.MODEL_RUNS ?? 1500) / SHARE);
const SEED = process.env.MODEL_SEED === undefined ? undefined : Number(process.env.MODEL_SEED);

describe("sales quotes, whatever happens to them", function () {
  this.timeout(0);
  const world = new World();

  for (const protocol of protocols) {
    it(`are created at most once, and exactly once in the end, over the ${protocol.name} protocol`, async () => {
      const promise = fc.asyncProperty(quotePlan, (plan) =>
        new QuoteRun(world, plan, salesQuoteLifecycle, protocol).run(),
      );
      await fc.assert(promise, { numRuns: RUNS, ...(SEED === undefined ? {} : { seed: SEED }) });
    });
  }
});
