import * as fc from "fast-check";
import type { Fault } from "./faults.js";

/** Something goes wrong with the requests of an operation from the n-th (from 1) on, so many times. */
export interface Trouble<Kind = Fault> {
  fault: Kind;
  from: number;
  times: number;
}

/** Faults that a request of any service can meet. */
export const FAULTS: readonly Fault[] = [
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
];

/** The troubles of one operation: mostly none. */
export function troublesOf<Kind>(faults: readonly Kind[]): fc.Arbitrary<Trouble<Kind>[]> {
  const trouble: fc.Arbitrary<Trouble<Kind>> = fc.record({
    fault: fc.constantFrom(...faults),
    from: fc.integer({ min: 1, max: 8 }),
    times: fc.constantFrom(1, 1, 1, 2, 3, 30),
  });
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant<Trouble<Kind>[]>([]) },
    { weight: 2, arbitrary: fc.array(trouble, { minLength: 1, maxLength: 2 }) },
  );
}

/** The fault of the n-th request. */
export function faultAt<Kind>(troubles: readonly Trouble<Kind>[], number: number): Kind | undefined {
  return troubles.find(({ from, times }) => number >= from && number < from + times)?.fault;
}
