import type { CustomerInputs } from "../../provider/generated/lifecycleTypes.js";
import { createRecordLifecycle } from "../../provider/partialUpdates/recordLifecycle.js";
import { customer } from "../../provider/services/records/definition.js";
import { createRecordSource } from "../../provider/services/records/lifecycle.js";
import { customerSchema as schema } from "../../provider/services/records/schema.js";
import { disturbed, UP } from "./commands.js";
import { FAULTS } from "./faults.js";
import { declareTests } from "./kind.js";
import { recordBugs } from "./recordBugs.js";
import { customers } from "./recordFacts.js";
import { RecordRun, recordOperations, recordPlan, recordRegressions } from "./records.js";

/** Each update takes the tag of another read, without a look at what has changed. */
const unseeing = createRecordLifecycle<CustomerInputs>({
  ...customer,
  source(args, context) {
    const source = createRecordSource(schema, "customers", args, context);
    const patch: typeof source.patch = async (body, tag) => {
      const found = await source.read();
      return source.patch(body, found === "missing" ? tag : found.tag);
    };
    return { ...source, patch };
  },
});

declareTests("records", "lose nothing, are changed once, and end as declared", {
  lifecycle: customers.lifecycle,
  plan: recordPlan,
  start: (plan, subject) => new RecordRun(customers, plan, subject),
  runs: 120,
  operations: recordOperations([0, 3]),
  faults: FAULTS,
  bugs: [["an update under the tag of a later read", unseeing], ...recordBugs(customers)],
  regressions: [
    ...recordRegressions,
    [
      "a field that an update of unknown outcome has declared first is put back, too",
      {
        ...{ attempts: 5, service: "409", fields: [[0], [], []], restores: [true, false, false] },
        commands: [
          { do: "change", slot: 1, what: "presence", to: 0 },
          UP,
          { do: "declare", slot: 0, field: 1, to: "fresh" },
          { do: "declare", slot: 0, field: 0, to: "fresh" },
          {
            ...disturbed("up", "connection reset, after", 2),
            meddlings: [{ place: 0, fields: [0], at: 2, moment: "after" }],
          },
          {
            ...disturbed("destroy", "504, before", 2),
            meddlings: [
              { place: 0, fields: [0], at: 2, moment: "before" },
              { place: 0, fields: [0], at: 2, moment: "after" },
            ],
          },
        ],
      },
    ],
  ],
});
