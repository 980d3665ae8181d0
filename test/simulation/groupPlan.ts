import * as fc from "fast-check";
import type { End, GroupFault } from "./groupService.js";
import { FAULTS, type Trouble, troublesOf } from "./troubles.js";

export const CHANGES = [
  ...["presence", "rename", "alias", "named", "image", "os", "restart", "cpu", "sidecar", "tags", "address"],
  ...["location", "mode", "marked", "secure", "hidesMode", "password", "secretsVersion", "waits", "adopts"],
  "retains",
] as const;

export type Command =
  | { do: "change"; slot: number; what: (typeof CHANGES)[number]; to: number }
  | { do: "other"; what: "create" | "copy" | "change" | "delete" | "fix"; name: number; slot: number }
  | { do: "preview" }
  | { do: "up" | "refresh" | "destroy"; troubles: Trouble<GroupFault>[] };

export interface Plan {
  attempts: number;
  polls: number;
  isSlow: boolean;
  commands: Command[];
}

const ends: End[] = ["Failed", "Failed", "Canceled", "never", "disappears"];
const faults: GroupFault[] = [...FAULTS, ...ends.map((end) => ({ kind: "provisioning" as const, end }))];

export const troubles = troublesOf(faults);

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("change" as const),
      slot: fc.nat(2),
      what: fc.constantFrom(...CHANGES),
      to: fc.nat(3),
    }),
  },
  { weight: 7, arbitrary: fc.record({ do: fc.constant("up" as const), troubles }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("refresh" as const), troubles }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("destroy" as const), troubles }) },
  { weight: 2, arbitrary: fc.constant({ do: "preview" as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("other" as const),
      what: fc.constantFrom("create", "copy", "change", "change", "delete", "fix"),
      name: fc.nat(2),
      slot: fc.nat(2),
    }),
  },
);

export const plan: fc.Arbitrary<Plan> = fc.record({
  attempts: fc.constantFrom(4, 4, 2, 1),
  polls: fc.constantFrom(0, 0, 1, 2),
  isSlow: fc.boolean(),
  commands: fc.array(command, { minLength: 3, maxLength: 24, size: "max" }),
});
