import { describe, it } from "mocha";
import { protocols } from "../protocols/protocols.js";
import type { GroupPlan } from "./groupPlan.js";
import { groupRun } from "./groupRun.js";

/** Runs that broke a promise once. */
const runs: [fact: string, plan: GroupPlan][] = [
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
  [
    "a group of others that lacks what is declared is not taken over",
    {
      attempts: 4,
      polls: 0,
      isSlow: false,
      commands: [
        { do: "other", what: "copy", name: 2, slot: 2 },
        { do: "change", slot: 0, what: "tags", to: 3 },
        { do: "change", slot: 0, what: "named", to: 2 },
      ],
    },
  ],
  [
    "where the service does not say whether a group exists, it is changed to what is declared",
    {
      attempts: 4,
      polls: 0,
      isSlow: false,
      commands: [
        { do: "other", what: "create", name: 0, slot: 0 },
        { do: "up", troubles: [{ fault: { kind: "status", status: 404 }, from: 1, times: 1 }] },
      ],
    },
  ],
];

describe("runs that broke a promise once", () => {
  for (const [fact, plan] of runs) {
    for (const protocol of protocols)
      it(`${fact}, over the ${protocol.name} protocol`, () => groupRun(plan, protocol).run());
  }
});
