import * as fc from "fast-check";
import { describe, it } from "mocha";
import { customerLifecycle } from "../../provider/services/records/lifecycle.js";
import { protocols } from "../protocols/protocols.js";
import { type Plan, plan } from "./plan.js";
import { RecordRun } from "./recordRun.js";
import { World } from "./world.js";

const RUNS = Number(process.env.MODEL_RUNS ?? 1500);
const SEED = process.env.MODEL_SEED === undefined ? undefined : Number(process.env.MODEL_SEED);

describe("records, whatever happens to them", function () {
  this.timeout(0);
  const world = new World();

  for (const protocol of protocols) {
    it(`lose nothing, are changed once, and end as declared, over the ${protocol.name} protocol`, async () => {
      const promise = fc.asyncProperty(plan, (given: Plan) =>
        new RecordRun(world, given, customerLifecycle, protocol).run(),
      );
      await fc.assert(promise, { numRuns: RUNS, ...(SEED === undefined ? {} : { seed: SEED }) });
    });
  }
});
