import * as fc from "fast-check";
import { command, planOf } from "./commands.js";
import type { End, GroupFault } from "./groupService.js";
import type { SimulationPlan } from "./simulation.js";
import { FAULTS, troublesOf } from "./troubles.js";

export const CHANGES = [
  ...["presence", "rename", "alias", "named", "image", "os", "restart", "cpu", "sidecar", "tags", "address"],
  ...["location", "mode", "marked", "secure", "hidesMode", "password", "secretsVersion", "waits", "adopts"],
  "retains",
] as const;

/** Commands beside those of the engine: changes of the program, and what another client does. */
export type GroupCommand =
  | { do: "change"; slot: number; what: (typeof CHANGES)[number]; to: number }
  | { do: "other"; what: "create" | "copy" | "change" | "delete" | "fix"; name: number; slot: number };

export interface GroupPlan extends SimulationPlan<GroupCommand, GroupFault> {
  polls: number;
  isSlow: boolean;
}

const ends: End[] = ["Failed", "Failed", "Canceled", "never", "disappears"];
export const faults: GroupFault[] = [
  ...FAULTS,
  ...ends.map((end) => ({ kind: "provisioning" as const, end })),
  ...[{ kind: "lags" as const }, { kind: "lags" as const }],
  { kind: "status", status: 409, code: "ServiceAssociationLinkNotReady" },
];

const troubles = troublesOf(faults);

const commands = fc.oneof(
  command(8, ["change"], { slot: fc.nat(2), what: fc.constantFrom(...CHANGES), to: fc.nat(3) }),
  command(7, ["up"], { troubles }),
  command(2, ["refresh"], { troubles }),
  command(1, ["destroy"], { troubles }),
  command(2, ["preview"]),
  command(2, ["other"], {
    what: fc.constantFrom("create", "copy", "change", "change", "delete", "fix"),
    name: fc.nat(2),
    slot: fc.nat(2),
  }),
);

export const groupPlan: fc.Arbitrary<GroupPlan> = planOf(commands, {
  polls: fc.constantFrom(0, 0, 1, 2),
  isSlow: fc.boolean(),
});
