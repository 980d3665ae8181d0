import { disturbed, UP } from "./commands.js";
import { FAULTS } from "./faults.js";
import { declareTests } from "./kind.js";
import { recordBugs } from "./recordBugs.js";
import { dimensions } from "./recordFacts.js";
import { type RecordPlan, RecordRun, recordOperations, recordPlan, recordRegressions } from "./records.js";

const planOf = (...commands: RecordPlan["commands"]): RecordPlan => ({
  ...{ attempts: 4, service: "409", fields: [[0], [0], []], restores: [true, false, false] },
  commands,
});

const { update, refresh } = recordOperations([0, 1]);

declareTests("default dimensions", "end as declared, are put back, and nothing is overwritten unseen", {
  lifecycle: dimensions.lifecycle,
  plan: recordPlan,
  start: (plan, subject) => new RecordRun(dimensions, plan, subject),
  runs: 80,
  // The others: customers.test.ts, with the same lifecycle.
  operations: { update, refresh },
  faults: FAULTS,
  bugs: recordBugs(dimensions),
  regressions: [
    ...recordRegressions,
    [
      "a value that was there before anything was restored stays",
      planOf(
        UP,
        { do: "change", slot: 1, what: "restores", to: 0 },
        { do: "change", slot: 0, what: "presence", to: 0 },
        { do: "declare", slot: 0, field: 0, to: "fresh" },
        disturbed("up", "process dies, after", 1),
      ),
    ],
    [
      "after an update that failed, drift of a field that it was not to change waits for a refresh",
      planOf(
        UP,
        { do: "declare", slot: 0, field: 1, to: "fresh" },
        { do: "write", place: 0, fields: [0] },
        disturbed("up", "connection reset, before", 2, 30),
        UP,
      ),
    ],
  ],
});
