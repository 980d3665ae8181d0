import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import { appUserRemovalLifecycle } from "../../provider/services/apps/lifecycle.js";
import { type Bug, findsBugs } from "./planted.js";
import { removalPlan } from "./removalPlan.js";
import { removalRun } from "./removalRun.js";

const real: Lifecycle = appUserRemovalLifecycle;

const bugs: Bug[] = [
  [
    "a failure that is taken for a removal",
    {
      create: (args, context) =>
        real.create(args, context).catch(() => ({
          id: [args.ownerName, args.appName, args.userEmail].join("/"),
          answer: {},
        })),
    },
  ],
  [
    "a removal that is made sure of once more",
    { create: (args, context) => real.create(args, context).then(() => real.create(args, context)) },
  ],
  ["a refresh that removes again", { read: (_id, { args }, context) => real.create(args, context) }],
  [
    "a change of the triggers that is only noted",
    { update: (_id, args, recorded, context) => real.update(_id, args, { ...recorded, args }, context) },
  ],
  [
    "a destroy that removes once more",
    { delete: (_id, { args }, context) => real.create(args, context).then(() => undefined) },
  ],
  [
    "an id that tells removals apart by their triggers",
    {
      create: async (args, context) => {
        const { id, answer } = await real.create(args, context);
        return { id: `${id}#${JSON.stringify(args.triggers)}`, answer };
      },
      read: async (id) => ({ id, answer: {} }),
    },
  ],
];

findsBugs("removals of users", bugs, { real, plan: removalPlan, start: removalRun });
