import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import { appUserRemovalLifecycle } from "../../provider/services/apps/lifecycle.js";
import { FAULTS } from "./faults.js";
import { declareTests } from "./kind.js";
import { RemovalRun, removalOperations, removalPlan } from "./removals.js";

const real: Lifecycle = appUserRemovalLifecycle;

declareTests("removals of users", "are made when they are asked for, made once, and touch nobody else", {
  lifecycle: real,
  plan: removalPlan,
  start: (plan, subject) => new RemovalRun(plan, subject),
  runs: 100,
  operations: removalOperations,
  faults: FAULTS,
  bugs: [
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
  ],
});
