import * as fc from "fast-check";
import { CHANGES, FIELDS, type Field, PLACES, POSTINGS } from "./dimensionProgram.js";
import { FAULTS, type Trouble, troublesOf } from "./troubles.js";

/** Another client sets a field. */
export interface OtherWrite {
  place: number;
  field: Field;
  /** Which of the few options, for a field that has only those. */
  option: number;
}

/** Another client comes right before the n-th request (from 1) of an operation. */
export type Meddling = OtherWrite & { before: number };

export type Command =
  | { do: "change"; slot: number; what: (typeof CHANGES)[number]; to: number }
  | ({ do: "write" } & OtherWrite)
  | { do: "add" | "remove"; place: number }
  | { do: "preview" }
  | { do: "up" | "refresh" | "destroy"; troubles: Trouble[]; meddlings: Meddling[] };

export interface DimensionPlan {
  attempts: number;
  /** One request at a time: the others wait, and are sent together. */
  isNarrow: boolean;
  commands: Command[];
}

const place = fc.nat(PLACES.length - 1);
const otherWrite = { place, field: fc.constantFrom(...FIELDS), option: fc.nat(POSTINGS.length - 1) };
const operation = {
  troubles: troublesOf(FAULTS),
  meddlings: fc.oneof(
    { weight: 2, arbitrary: fc.constant<Meddling[]>([]) },
    {
      weight: 1,
      arbitrary: fc.array(fc.record({ ...otherWrite, before: fc.integer({ min: 1, max: 6 }) }), {
        minLength: 1,
        maxLength: 2,
      }),
    },
  ),
};

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("change" as const),
      slot: fc.nat(2),
      what: fc.constantFrom(...CHANGES),
      to: fc.nat(PLACES.length - 1),
    }),
  },
  { weight: 7, arbitrary: fc.record({ do: fc.constant("up" as const), ...operation }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom("refresh" as const, "refresh" as const, "destroy" as const),
      ...operation,
    }),
  },
  { weight: 2, arbitrary: fc.constant({ do: "preview" as const }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("write" as const), ...otherWrite }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("add" as const, "remove" as const), place }) },
);

export const dimensionPlan: fc.Arbitrary<DimensionPlan> = fc.record({
  attempts: fc.constantFrom(4, 4, 2, 1),
  isNarrow: fc.constantFrom(false, false, true),
  commands: fc.array(command, { minLength: 3, maxLength: 24, size: "max" }),
});
