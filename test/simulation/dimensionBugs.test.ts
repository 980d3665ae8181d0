import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import { defaultDimensionLifecycle } from "../../provider/services/defaultDimensions/lifecycle.js";
import { dimensionPlan } from "./dimensionPlan.js";
import { FIELDS } from "./dimensionProgram.js";
import { dimensionRun } from "./dimensionRun.js";
import { type Bug, findsBugs } from "./planted.js";

const real: Lifecycle = defaultDimensionLifecycle;

/** Takes what is there now for what this stack has set. */
const restoreOverAnything: Lifecycle["delete"] = async (id, recorded, context) => {
  const found = await real.read(id, recorded, context);
  if (typeof found === "string") return;
  const fields = FIELDS.filter((field) => recorded.args[field] !== undefined);
  const live = Object.fromEntries(fields.map((field) => [field, found.answer[field]]));
  const { found: _, ...kept } = recorded.privateState;
  await real.delete(id, { ...recorded, args: { ...recorded.args, ...live }, privateState: kept }, context);
};

const bugs: Bug[] = [
  [
    "an update that starts from whatever it finds",
    { update: (_id, args, _recorded, context) => real.create(args, context) },
  ],
  [
    "a refresh that only repeats the state",
    {
      read: async (id, { args, outputs, privateState: kept }) => ({
        id,
        answer: { ...outputs, ...args },
        privateState: kept,
      }),
    },
  ],
  ["a destroy that puts nothing back", { delete: async () => undefined }],
  ["a destroy that puts back over values of others", { delete: restoreOverAnything }],
  [
    "an update that takes its own values for those from before",
    {
      update: async (id, args, recorded, context) => {
        const { originals: _, ...kept } = recorded.privateState;
        return real.update(id, args, { ...recorded, privateState: kept }, context);
      },
    },
  ],
  [
    "a failure that is taken for a success",
    {
      update: (id, args, recorded, context) =>
        real.update(id, args, recorded, context).catch(() => ({ id, answer: args })),
    },
  ],
  [
    "an update that says everything again",
    {
      update: (id, args, { privateState: kept, outputs }, context) =>
        real
          .update(id, args, { args: {}, privateState: {}, outputs }, context)
          .then(({ answer }) => ({ id, answer, kept })),
    },
  ],
];

findsBugs("default dimensions", bugs, { real, plan: dimensionPlan, start: dimensionRun });
