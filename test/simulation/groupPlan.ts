import * as fc from "fast-check";
import type { End, Fault } from "./groupService.js";

/** Something goes wrong with the requests from the n-th (from 1) on, so many times. */
export interface Trouble {
  fault: Fault;
  from: number;
  times: number;
}

export const CHANGES = [
  ...["presence", "rename", "alias", "named", "image", "os", "restart", "cpu", "sidecar", "tags", "address"],
  ...["location", "mode", "marked", "secure", "hidesMode", "password", "secretsVersion", "waits", "adopts"],
  "retains",
] as const;

export type Command =
  | { do: "change"; slot: number; what: (typeof CHANGES)[number]; to: number }
  | { do: "other"; what: "create" | "copy" | "change" | "delete" | "fix"; name: number; slot: number }
  | { do: "preview" }
  | { do: "up" | "refresh" | "destroy"; troubles: Trouble[] };

export interface Plan {
  attempts: number;
  polls: number;
  isSlow: boolean;
  commands: Command[];
}

const ends: End[] = ["Failed", "Failed", "Canceled", "never", "disappears"];
const faults: Fault[] = [
  ...[{ kind: "lost before" as const }, { kind: "lost after" as const }, { kind: "lost after" as const }],
  ...[{ kind: "dies before" as const }, { kind: "dies after" as const }, { kind: "dies after" as const }],
  { kind: "status", status: 429, retryAfter: 2 },
  { kind: "status", status: 429 },
  { kind: "status", status: 503 },
  { kind: "status", status: 409, code: "Conflict" },
  { kind: "status", status: 409, code: "ContainerGroupTransitioning" },
  { kind: "status", status: 404 },
  { kind: "status", status: 500, code: "InternalError" },
  { kind: "status", status: 500, hasEffect: true },
  { kind: "status", status: 504, hasEffect: true },
  ...ends.map((end) => ({ kind: "provisioning" as const, end })),
];

const trouble: fc.Arbitrary<Trouble> = fc.record({
  fault: fc.constantFrom(...faults),
  from: fc.integer({ min: 1, max: 8 }),
  times: fc.constantFrom(1, 1, 1, 2, 3, 30),
});

export const troubles = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Trouble[]>([]) },
  { weight: 2, arbitrary: fc.array(trouble, { minLength: 1, maxLength: 2 }) },
);

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
