import { describe, it } from "mocha";
import { customerLifecycle } from "../../provider/services/records/lifecycle.js";
import { protocols } from "../protocols/protocols.js";
import type { Plan } from "./plan.js";
import { RecordRun } from "./recordRun.js";
import { QUIET, type Trouble } from "./trouble.js";
import { World } from "./world.js";

const meddler = { record: 0, fields: [0], update: 1 };
const gatewayTimeout: Trouble = {
  faults: [{ fault: { status: 504 }, on: "update", times: 1 }],
  writers: [{ record: 0, fields: [0] }],
  meddlers: [meddler],
};

/** Runs that broke a promise once. */
const runs: [fact: string, plan: Plan][] = [
  [
    "a field that an update of unknown outcome has declared first is put back, too",
    {
      service: 0,
      attempts: 5,
      resources: [{ fields: [0], onDestroy: "restore" }],
      commands: [
        { do: "up", trouble: QUIET },
        {
          do: "declare",
          resource: 0,
          changes: [
            { field: 1, to: "fresh" },
            { field: 0, to: "fresh" },
          ],
          onDestroy: undefined,
        },
        {
          do: "up",
          trouble: {
            faults: [{ fault: { drop: "after" }, on: "update", times: 1 }],
            writers: [],
            meddlers: [meddler],
          },
        },
        { do: "destroy", resources: [true, false, false], trouble: gatewayTimeout },
      ],
    },
  ],
];

describe("runs of records that broke a promise once", () => {
  const world = new World();

  for (const [fact, plan] of runs) {
    for (const protocol of protocols) {
      it(`${fact}, over the ${protocol.name} protocol`, () =>
        new RecordRun(world, plan, customerLifecycle, protocol).run());
    }
  }
});
