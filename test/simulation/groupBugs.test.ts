import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import { containerGroupLifecycle } from "../../provider/services/containerGroups/lifecycle.js";
import { groupPlan } from "./groupPlan.js";
import { groupRun } from "./groupRun.js";
import { type Bug, findsBugs } from "./planted.js";

const real: Lifecycle = containerGroupLifecycle;

const bugs: Bug[] = [
  [
    "a group of others is taken over",
    { create: (args, context) => real.create({ ...args, adopt: true }, context) },
  ],
  ["a delete that only says so", { delete: async () => undefined }],
  [
    "an update that leaves the secrets out",
    {
      update: (id, { imageRegistryCredentials: _, ...args }, recorded, context) =>
        real.update(id, args, recorded, context),
    },
  ],
  [
    "a refresh that takes every failure for a missing group",
    { read: (id, recorded, context) => real.read(id, recorded, context).catch(() => "missing" as const) },
  ],
];

findsBugs("container groups", bugs, { real, plan: groupPlan, start: groupRun });
