import { describe, it } from "mocha";
import type { Plan } from "./groupPlan.js";
import { GroupRun } from "./groupRun.js";

/** Runs that broke a promise once. */
const runs: [fact: string, plan: Plan][] = [
  [
    "a group that an interrupted destroy is still deleting is created again",
    {
      attempts: 4,
      polls: 1,
      isSlow: true,
      commands: [
        { do: "up", troubles: [] },
        { do: "destroy", troubles: [{ fault: { kind: "dies before" }, from: 3, times: 1 }] },
      ],
    },
  ],
];

describe("runs that broke a promise once", () => {
  for (const [fact, plan] of runs) it(fact, () => new GroupRun(plan).run());
});
