import * as fc from "fast-check";
import { command, disturbed, planOf, REFRESH, UP } from "./commands.js";
import { FAULTS, OPERATION_FAULTS, REPLACEMENT_FAULTS, troublesOf } from "./faults.js";
import { CHANGES } from "./groupProgram.js";
import type { Plan } from "./run.js";

/** Commands beside those of the engine: changes of the program, and what another client does. */
export type Command =
  | { do: "change"; slot: number; what: (typeof CHANGES)[number]; to: number }
  | { do: "other"; what: "create" | "copy" | "change" | "delete" | "fix"; name: number; slot: number };

export interface GroupPlan extends Plan<Command> {
  polls: number;
  /** A deletion goes on after its response, and a change is refused meanwhile. */
  isSlow: boolean;
}

const operation = { troubles: troublesOf([...FAULTS, ...OPERATION_FAULTS, ...REPLACEMENT_FAULTS]) };

export const groupPlan = planOf<GroupPlan>(
  [
    command(8, ["change"], { slot: fc.nat(2), what: fc.constantFrom(...CHANGES), to: fc.nat(3) }),
    command(7, ["up"], operation),
    command(2, ["refresh"], operation),
    command(1, ["destroy"], operation),
    command(2, ["preview"]),
    command(2, ["other"], {
      what: fc.constantFrom("create", "copy", "change", "change", "delete", "fix"),
      ...{ name: fc.nat(2), slot: fc.nat(2) },
    }),
  ],
  { polls: fc.constantFrom(0, 0, 1, 2), isSlow: fc.boolean() },
);

const changing = (what: (typeof CHANGES)[number], to = 1): Command => ({ do: "change", slot: 0, what, to });
const planWith = (...commands: GroupPlan["commands"]): GroupPlan => ({
  ...{ attempts: 5, polls: 1, isSlow: true },
  commands: [
    ...[
      { do: "change", slot: 1, what: "presence", to: 0 } as const,
      changing("marked"),
      changing("password"),
    ],
    ...commands,
  ],
});

/** Operations on one group, with secrets. A replacement has the requests of a create and of a delete. */
export const groupOperations: Record<string, GroupPlan> = {
  update: planWith(UP, changing("image"), UP),
  replace: planWith(UP, changing("os"), UP),
  "refused replacement": planWith(UP, changing("os"), disturbed("up", "replacement refused", 1, 30)),
  refresh: planWith(UP, { do: "other", what: "change", name: 0, slot: 0 }, REFRESH),
};
