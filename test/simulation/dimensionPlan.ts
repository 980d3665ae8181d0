import * as fc from "fast-check";
import { command, planOf } from "./commands.js";
import { CHANGES, FIELDS, type Field, PLACES, POSTINGS } from "./dimensionProgram.js";
import type { Fault } from "./faults.js";
import type { SimulationPlan } from "./simulation.js";
import { FAULTS, troublesOf } from "./troubles.js";

/** Another client sets a field. */
export interface OtherWrite {
  place: number;
  field: Field;
  /** Which of the few options, for a field that has only those. */
  option: number;
}

/** Commands beside those of the engine: changes of the program, and what another client does. */
export type DimensionCommand =
  | { do: "change"; slot: number; what: (typeof CHANGES)[number]; to: number }
  | ({ do: "write" } & OtherWrite)
  | { do: "add" | "remove"; place: number };

export interface DimensionPlan extends SimulationPlan<DimensionCommand, Fault, OtherWrite> {
  /** One request at a time: the others wait, and are sent together. */
  isNarrow: boolean;
}

const place = fc.nat(PLACES.length - 1);
const otherWrite = { place, field: fc.constantFrom(...FIELDS), option: fc.nat(POSTINGS.length - 1) };
const meddling = fc.record({ ...otherWrite, before: fc.integer({ min: 1, max: 6 }) });
const operation = {
  troubles: troublesOf(FAULTS),
  meddlings: fc.oneof(
    { weight: 2, arbitrary: fc.constant<(OtherWrite & { before: number })[]>([]) },
    { weight: 1, arbitrary: fc.array(meddling, { minLength: 1, maxLength: 2 }) },
  ),
};

const commands = fc.oneof(
  command(8, ["change"], {
    slot: fc.nat(2),
    what: fc.constantFrom(...CHANGES),
    to: fc.nat(PLACES.length - 1),
  }),
  command(7, ["up"], operation),
  command(3, ["refresh", "refresh", "destroy"], operation),
  command(2, ["preview"]),
  command(3, ["write"], otherWrite),
  command(1, ["add", "remove"], { place }),
);

export const dimensionPlan: fc.Arbitrary<DimensionPlan> = planOf(commands, {
  isNarrow: fc.constantFrom(false, false, true),
});
