import { type Lifecycle, ResourceInitError } from "../../provider/contract/lifecycle.js";
import { databaseInstanceStopLifecycle } from "../../provider/services/instanceStops/lifecycle.js";
import { ANNOUNCEMENTS, FAULTS, OPERATION_FAULTS } from "./faults.js";
import { declareTests } from "./kind.js";
import { StopRun, stopOperations, stopPlan } from "./stops.js";

const real: Lifecycle = databaseInstanceStopLifecycle;

declareTests("stops of instances", "are made when they are asked for, come to an end, and are made once", {
  lifecycle: real,
  plan: stopPlan,
  start: (plan, subject) => new StopRun(plan, subject),
  runs: 100,
  operations: stopOperations,
  faults: [...FAULTS, ...OPERATION_FAULTS, ...ANNOUNCEMENTS],
  bugs: [
    [
      "a stop whose operation is forgotten when it does not end in time",
      {
        create: (args, context) =>
          real.create(args, context).catch((error) => {
            if (!(error instanceof ResourceInitError)) throw error;
            return { id: error.state.id, answer: { status: "Succeeded" } };
          }),
      },
    ],
    ["a destroy that stops nothing", { delete: async () => undefined }],
    [
      "a refresh that stops again",
      {
        read: async (id, recorded, context) => {
          await real.create(recorded.args, context);
          return real.read(id, recorded, context);
        },
      },
    ],
  ],
});
