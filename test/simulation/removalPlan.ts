import * as fc from "fast-check";
import { APPS, CHANGES, USERS } from "./removalProgram.js";
import { FAULTS, type Trouble, troublesOf } from "./troubles.js";

/** A user of an app, by their indexes. */
export interface Place {
  app: number;
  user: number;
}

/** Another client adds a user right before the n-th request (from 1) of an operation. */
export type Meddling = Place & { before: number };

export type Command =
  | { do: "change"; slot: number; what: (typeof CHANGES)[number] }
  | ({ do: "add" | "remove" } & Place)
  | { do: "preview" }
  | { do: "up" | "refresh" | "destroy"; troubles: Trouble[]; meddlings: Meddling[] };

export interface RemovalPlan {
  attempts: number;
  commands: Command[];
}

const place = { app: fc.nat(APPS.length - 1), user: fc.nat(USERS.length - 1) };
const operation = {
  troubles: troublesOf(FAULTS),
  meddlings: fc.array(fc.record({ ...place, before: fc.integer({ min: 1, max: 4 }) }), { maxLength: 2 }),
};

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant("change" as const),
      slot: fc.nat(2),
      what: fc.constantFrom(...CHANGES),
    }),
  },
  { weight: 7, arbitrary: fc.record({ do: fc.constant("up" as const), ...operation }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom("refresh" as const, "destroy" as const), ...operation }),
  },
  { weight: 2, arbitrary: fc.constant({ do: "preview" as const }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("add" as const, "add" as const, "remove" as const),
      ...place,
    }),
  },
);

export const removalPlan: fc.Arbitrary<RemovalPlan> = fc.record({
  attempts: fc.constantFrom(4, 4, 2, 1),
  commands: fc.array(command, { minLength: 3, maxLength: 24, size: "max" }),
});
