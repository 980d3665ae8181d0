import * as fc from "fast-check";
import { command, planOf } from "./commands.js";
import type { Fault } from "./faults.js";
import { APPS, CHANGES, USERS } from "./removalProgram.js";
import type { SimulationPlan } from "./simulation.js";
import { FAULTS, troublesOf } from "./troubles.js";

/** A user of an app, by their indexes. */
export interface Place {
  app: number;
  user: number;
}

/** Commands beside those of the engine: changes of the program, and what another client does. */
export type RemovalCommand =
  | { do: "change"; slot: number; what: (typeof CHANGES)[number] }
  | ({ do: "add" | "remove" } & Place);

/** In the middle of an operation another client adds a user. */
export type RemovalPlan = SimulationPlan<RemovalCommand, Fault, Place>;

const place = { app: fc.nat(APPS.length - 1), user: fc.nat(USERS.length - 1) };
const operation = {
  troubles: troublesOf(FAULTS),
  meddlings: fc.array(fc.record({ ...place, before: fc.integer({ min: 1, max: 4 }) }), { maxLength: 2 }),
};

const commands = fc.oneof(
  command(7, ["change"], { slot: fc.nat(2), what: fc.constantFrom(...CHANGES) }),
  command(7, ["up"], operation),
  command(2, ["refresh", "destroy"], operation),
  command(2, ["preview"]),
  command(4, ["add", "add", "remove"], place),
);

export const removalPlan: fc.Arbitrary<RemovalPlan> = planOf(commands, {});
