import * as fc from "fast-check";
import { after, before, describe, it } from "mocha";
import type { Lifecycle } from "../../provider/lifecycle.js";
import { customerLifecycle } from "../../provider/services/records/lifecycle.js";
import { type Plan, plan } from "./plan.js";
import { RecordRun } from "./recordRun.js";
import { World } from "./world.js";

const RUNS = Number(process.env.MODEL_RUNS ?? 3000);
const SEED = process.env.MODEL_SEED === undefined ? undefined : Number(process.env.MODEL_SEED);

describe("records, whatever happens to them", function () {
  this.timeout(0);
  let world: World;
  before(async () => {
    world = await World.open();
  });
  after(() => world.close());

  const promises = (lifecycle: Lifecycle) =>
    fc.asyncProperty(plan, async (given: Plan) => new RecordRun(world, given, lifecycle).run());

  it("lose nothing, are changed once, and end as declared", async () => {
    await fc.assert(promises(customerLifecycle), {
      numRuns: RUNS,
      ...(SEED === undefined ? {} : { seed: SEED }),
    });
  });
});
