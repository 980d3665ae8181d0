import * as fc from "fast-check";
import type { Fault, FaultMatch, FaultRule } from "../../emulator/index.js";
import type { Death } from "./world.js";

/** The fault while a command runs. */
export interface Trouble {
  faults: ServiceFault[];
  /** Somebody else is faster than an update, and it comes too late. */
  writers: OtherWriter[];
  /** Somebody else comes right after an update, before its answer arrives. */
  meddlers: (OtherWriter & { update: number })[];
  death?: Death | undefined;
}

/** The service, or the way to it, fails. */
export interface ServiceFault {
  fault: Fault;
  /** Requests that run into it. */
  on: keyof Requests;
  times: number;
}

/** Somebody else sets some fields of a record. */
export interface OtherWriter {
  record: number;
  fields: number[];
}

/** After these nobody knows whether the request had its effect. */
const unclear: Fault[] = [
  { status: 504 },
  { html: 504 },
  { status: 500 },
  { status: 503 },
  { drop: "before" },
  { drop: "after" },
  { drop: "after" },
  { truncate: true },
  { truncate: true, truncateBody: "json" },
];

/** After these it had none. */
const refused: Fault[] = [{ status: 429 }, { status: 429, retryAfter: 2 }, { status: 503, retryAfter: 1 }];

const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...unclear) },
  { weight: 1, arbitrary: fc.constantFrom(...refused) },
);

/** Enough for a moment, for all attempts at an update, or for the whole command. */
export const serviceFault: fc.Arbitrary<ServiceFault> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      fault,
      on: fc.constant("update" as const),
      times: fc.constantFrom(1, 1, 2, 6, 60),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      fault,
      on: fc.constantFrom("look" as const, "batch" as const, "any" as const),
      times: fc.constantFrom(1, 1, 2, 3, 60),
    }),
  },
);

/** Mostly fields that somebody may have declared. */
const someFields = fc.uniqueArray(
  fc.oneof({ weight: 3, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.nat(9) }),
  {
    minLength: 1,
    maxLength: 3,
  },
);

export const otherWriter = { record: fc.constantFrom(0, 0, 1), fields: someFields };

/** Often nothing at all. */
const few = <Item>(item: fc.Arbitrary<Item>): fc.Arbitrary<Item[]> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant<Item[]>([]) },
    { weight: 2, arbitrary: fc.array(item, { minLength: 1, maxLength: 3 }) },
  );

export const death: fc.Arbitrary<Death> = fc.record({
  request: fc.integer({ min: 1, max: 8 }),
  moment: fc.constantFrom("after", "before"),
});

export const QUIET: Trouble = { faults: [], writers: [], meddlers: [] };

export const trouble: fc.Arbitrary<Trouble> = fc.oneof(
  { weight: 2, arbitrary: fc.constant(QUIET) },
  {
    weight: 3,
    arbitrary: fc.record({
      faults: fc.array(serviceFault, { minLength: 1, maxLength: 3 }),
      writers: few(fc.record(otherWriter)),
      meddlers: few(fc.record({ ...otherWriter, update: fc.integer({ min: 1, max: 3 }) })),
      death: fc.option(death, { nil: undefined, freq: 4 }),
    }),
  },
);

export function isQuiet({ faults, writers, meddlers, death }: Trouble): boolean {
  return faults.length + writers.length + meddlers.length === 0 && death === undefined;
}

/** The requests that a kind of resource makes. */
export type Requests = Record<"update" | "look" | "batch" | "any", FaultMatch>;

export const RECORD_REQUESTS: Requests = {
  update: { method: "PATCH" },
  look: { method: "GET" },
  batch: { method: "POST" },
  any: {},
};

/** A request that travels in a batch can be refused by itself, but not lost. */
export function rulesOf(faults: ServiceFault[], requests: Requests): FaultRule[] {
  return faults.map(({ fault, on, times }) => {
    const inBatch = "status" in fault && on !== "batch" ? { inBatch: true } : {};
    return { match: { ...requests[on], ...inBatch }, times, fault };
  });
}
