import * as fc from "fast-check";
import { command } from "../simulation/commands.js";
import { otherWriter, type Trouble, trouble } from "./trouble.js";

/** The program's declaration of one field from now on. */
export interface FieldChange {
  field: number;
  /** A value of its own, none at all, what the record holds just now; or the field is no longer declared. */
  to: "fresh" | "empty" | "live" | "dropped";
}

/** The actions of people and programs, in order. */
export type Command =
  | { do: "declare"; resource: number; changes: FieldChange[]; onDestroy?: "retain" | "restore" | undefined }
  | { do: "other writes"; record: number; fields: number[] }
  | { do: "up"; trouble: Trouble }
  | { do: "refresh"; trouble: Trouble }
  | { do: "destroy"; resources: boolean[]; trouble: Trouble };

export interface Plan {
  /** Which of the services that a world has. */
  service: number;
  /** Attempts at one request. */
  attempts: number;
  /** The declarations at the start, by resource. */
  resources: { fields: number[]; onDestroy: "retain" | "restore" }[];
  commands: Command[];
}

const someFields = fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 4 });
const onDestroy = fc.constantFrom("restore", "restore", "retain") as fc.Arbitrary<"restore" | "retain">;

const change: fc.Arbitrary<FieldChange> = fc.record({
  field: fc.nat(3),
  to: fc.constantFrom("fresh", "fresh", "fresh", "dropped", "dropped", "live", "empty"),
});

const commands: fc.Arbitrary<Command> = fc.oneof(
  command(6, ["up"], { trouble }),
  command(6, ["declare"], {
    resource: fc.nat(2),
    changes: fc.array(change, { minLength: 1, maxLength: 3 }),
    onDestroy: fc.option(onDestroy, { nil: undefined, freq: 4 }),
  }),
  command(3, ["other writes"], otherWriter),
  command(2, ["refresh"], { trouble }),
  command(1, ["destroy"], {
    resources: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    trouble,
  }),
);

export const plan: fc.Arbitrary<Plan> = fc.record({
  service: fc.constantFrom(0, 0, 1, 2),
  attempts: fc.constantFrom(5, 5, 5, 3, 1),
  resources: fc.array(fc.record({ fields: someFields, onDestroy }), {
    minLength: 1,
    maxLength: 3,
  }),
  commands: fc.array(commands, { minLength: 1, maxLength: 10, size: "max" }),
});
