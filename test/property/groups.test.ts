import {
  type Lifecycle,
  type ReplacementError,
  ResourceInitError,
} from "../../provider/contract/lifecycle.js";
import type { JsonObject } from "../../provider/schema/json.js";
import { containerGroupLifecycle } from "../../provider/services/containerGroups/lifecycle.js";
import { disturbed, UP } from "./commands.js";
import { FAULTS, OPERATION_FAULTS, REPLACEMENT_FAULTS } from "./faults.js";
import { type GroupPlan, groupOperations, groupPlan } from "./groupPlans.js";
import { GroupRun } from "./groups.js";
import { declareTests } from "./kind.js";

const real: Lifecycle = containerGroupLifecycle;
const planOf = (...commands: GroupPlan["commands"]) => ({ attempts: 4, polls: 0, isSlow: false, commands });

declareTests("container groups", "converge as declared, are done once, and take nothing from others", {
  lifecycle: real,
  plan: groupPlan,
  start: (plan, subject) => new GroupRun(plan, subject),
  runs: 100,
  operations: groupOperations,
  faults: [...FAULTS, ...OPERATION_FAULTS, ...REPLACEMENT_FAULTS],
  bugs: [
    [
      "a group of others is taken over",
      { create: (args, context) => real.create({ ...args, adopt: true }, context) },
      15,
    ],
    ["a delete that only says so", { delete: async () => undefined }],
    [
      "an update that leaves the secrets out",
      {
        update: (id, { imageRegistryCredentials: _, ...args }, recorded, context) =>
          real.update(id, args, recorded, context),
      },
      22,
    ],
    [
      "a refresh that takes every failure for a missing group",
      { read: (id, recorded, context) => real.read(id, recorded, context).catch(() => "missing" as const) },
      36,
    ],
    [
      "a group that is put back without its secrets",
      {
        putBack: async (id, { args, ...prior }, refusal, context) => {
          const containers = (args.containers as JsonObject[]).map(
            ({ environmentVariables: _, ...rest }) => rest,
          );
          const others = { ...args, containers };
          return (await real.putBack?.(id, { ...prior, args: others }, refusal, context)) as ReplacementError;
        },
      },
      42,
    ],
    [
      "a failed create that leaves a secret in the id",
      {
        create: (args, context) =>
          real.create(args, context).catch((error) => {
            throw new ResourceInitError(
              { id: `/groups/${JSON.stringify(args.containers)}`, answer: {} },
              error,
            );
          }),
      },
    ],
  ],
  regressions: [
    [
      "a group that an interrupted destroy is still deleting is created again",
      {
        ...{ attempts: 4, polls: 1, isSlow: true },
        commands: [UP, disturbed("destroy", "process dies, before", 3)],
      },
    ],
    [
      "a group of others that lacks what is declared is not taken over",
      planOf(
        { do: "other", what: "copy", name: 2, slot: 2 },
        { do: "change", slot: 0, what: "tags", to: 3 },
        { do: "change", slot: 0, what: "named", to: 2 },
      ),
    ],
    [
      "where the service does not say whether a group exists, it is changed to what is declared",
      planOf(
        { do: "other", what: "create", name: 0, slot: 0 },
        disturbed("up", "404 of an unknown route", 1),
      ),
    ],
    [
      "a group of others without tags is as declared where no tags are declared",
      planOf(
        { do: "change", slot: 0, what: "tags", to: 1 },
        { do: "other", what: "copy", name: 0, slot: 1 },
        UP,
      ),
    ],
    [
      "a group of others whose adoption had no effect is not in the state",
      {
        ...{ attempts: 2, polls: 0, isSlow: false },
        commands: [
          { do: "other", what: "create", name: 0, slot: 0 },
          { do: "change", slot: 0, what: "adopts", to: 1 },
          { do: "change", slot: 1, what: "presence", to: 0 },
          disturbed("up", "connection reset, before", 2, 2),
        ],
      },
    ],
  ],
});
