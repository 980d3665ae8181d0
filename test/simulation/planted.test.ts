import { expect } from "chai";
import * as fc from "fast-check";
import { describe, it } from "mocha";
import type { Lifecycle } from "../../provider/lifecycle.js";
import { containerGroupLifecycle as real } from "../../provider/services/containerGroups/lifecycle.js";
import { Broken } from "./broken.js";
import { plan } from "./groupPlan.js";
import { GroupRun } from "./groupRun.js";

/** Runs in which a bug has to show. */
const RUNS = 300;

/** Mistakes that are easily made; everything else is as it is. */
const bugs: [mistake: string, planted: Partial<Lifecycle>][] = [
  [
    "a group of others is taken over",
    { create: (args, context) => real.create({ ...args, adopt: true }, context) },
  ],
  ["a delete that only says so", { delete: async () => undefined }],
  [
    "an update that leaves the secrets out",
    {
      update: (id, { imageRegistryCredentials: _, ...args }, recorded, context) =>
        real.update(id, args, recorded, context),
    },
  ],
  [
    "a refresh that takes every failure for a missing group",
    { read: (id, recorded, context) => real.read(id, recorded, context).catch(() => "missing" as const) },
  ],
];

describe("container groups with a bug planted", function () {
  this.timeout(0);

  for (const [mistake, planted] of bugs) {
    it(`it is found: ${mistake}`, async () => {
      const lifecycle = { ...real, ...planted };
      const promise = fc.asyncProperty(plan, async (given) => new GroupRun(given, lifecycle).run());
      const found = await fc.check(promise, { numRuns: RUNS, endOnFailure: true, seed: 20_261_122 });
      expect(found.failed, `not found in ${RUNS} runs`).to.equal(true);
      expect(found.errorInstance).to.be.instanceOf(Broken);
    });
  }
});
