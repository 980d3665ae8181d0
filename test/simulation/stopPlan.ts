import * as fc from "fast-check";
import { command, planOf } from "./commands.js";
import { faults } from "./groupPlan.js";
import type { Announcement, GroupFault } from "./groupService.js";
import type { SimulationPlan } from "./simulation.js";
import { CHANGES } from "./stopProgram.js";
import { troublesOf } from "./troubles.js";

/** Commands beside those of the engine: changes of the program, and what happens to an instance. */
export type StopCommand =
  | { do: "change"; slot: number; what: (typeof CHANGES)[number] }
  | { do: "start" | "delete" | "add"; instance: number };

export interface StopPlan extends SimulationPlan<StopCommand, GroupFault> {
  polls: number;
  /** Instances cannot be read. */
  isSilent: boolean;
}

const announcements: Announcement[] = ["Operation-Location", "Location", "relative", "nowhere", "elsewhere"];

const troubles = troublesOf<GroupFault>([
  ...faults,
  ...announcements.map((as) => ({ kind: "announced" as const, as })),
]);

const commands = fc.oneof(
  command(7, ["up"], { troubles }),
  command(2, ["refresh", "destroy"], { troubles }),
  command(2, ["preview"]),
  command(7, ["change"], { slot: fc.nat(1), what: fc.constantFrom(...CHANGES) }),
  command(3, ["start", "start", "delete", "add"], { instance: fc.nat(2) }),
);

export const stopPlan: fc.Arbitrary<StopPlan> = planOf(
  commands,
  { polls: fc.constantFrom(0, 1, 2), isSilent: fc.constantFrom(false, false, true) },
  20,
);
