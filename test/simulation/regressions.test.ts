import { describe, it } from "mocha";
import { protocols } from "../protocols/protocols.js";
import type { DimensionPlan } from "./dimensionPlan.js";
import { dimensionRun } from "./dimensionRun.js";
import type { GroupPlan } from "./groupPlan.js";
import { groupRun } from "./groupRun.js";

/** Runs that broke a promise once, or a check of one. */
const groups: [fact: string, plan: GroupPlan][] = [
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
  [
    "a group of others without tags is as declared where no tags are declared",
    {
      attempts: 4,
      polls: 0,
      isSlow: false,
      commands: [
        { do: "change", slot: 0, what: "tags", to: 1 },
        { do: "other", what: "copy", name: 0, slot: 1 },
        { do: "up", troubles: [] },
      ],
    },
  ],
  [
    "a group of others whose adoption had no effect is not in the state",
    {
      attempts: 2,
      polls: 0,
      isSlow: false,
      commands: [
        { do: "other", what: "create", name: 0, slot: 0 },
        { do: "change", slot: 0, what: "adopts", to: 1 },
        { do: "change", slot: 1, what: "presence", to: 0 },
        { do: "up", troubles: [{ fault: { kind: "lost before" }, from: 2, times: 2 }] },
      ],
    },
  ],
];

const dimensions: [fact: string, plan: DimensionPlan][] = [
  [
    "a value that was there before anything was restored stays",
    {
      attempts: 4,
      isNarrow: false,
      commands: [
        { do: "up", troubles: [], meddlings: [] },
        { do: "change", slot: 1, what: "restores", to: 0 },
        { do: "change", slot: 0, what: "presence", to: 0 },
        { do: "change", slot: 0, what: "value", to: 0 },
        { do: "up", troubles: [{ fault: { kind: "dies after" }, from: 1, times: 1 }], meddlings: [] },
      ],
    },
  ],
  [
    "after an update that failed, drift of a field that it was not to change waits for a refresh",
    {
      attempts: 4,
      isNarrow: false,
      commands: [
        { do: "up", troubles: [], meddlings: [] },
        { do: "change", slot: 0, what: "posting", to: 1 },
        { do: "write", place: 0, field: "dimensionValueId", option: 0 },
        { do: "up", troubles: [{ fault: { kind: "lost before" }, from: 2, times: 30 }], meddlings: [] },
        { do: "up", troubles: [], meddlings: [] },
      ],
    },
  ],
];

describe("runs that broke a promise once", () => {
  for (const protocol of protocols) {
    for (const [fact, plan] of groups)
      it(`${fact}, over the ${protocol.name} protocol`, () => groupRun(plan, protocol).run());
    for (const [fact, plan] of dimensions)
      it(`${fact}, over the ${protocol.name} protocol`, () => dimensionRun(plan, protocol).run());
  }
});
