import * as fc from "fast-check";
import { faultCalled } from "./faults.js";
import type { Operation } from "./run.js";

/** The engine's commands without any trouble. */
export const UP: Operation<never> = { do: "up", troubles: [] };
export const REFRESH: Operation<never> = { do: "refresh", troubles: [] };
export const DESTROY: Operation<never> = { do: "destroy", troubles: [] };

/** A command of the engine with a fault, by its title, at the n-th request (from 1) and so many in all. */
export function disturbed(what: Operation["do"], title: string, from: number, times = 1): Operation<never> {
  return { do: what, troubles: [{ fault: faultCalled(title), from, times }] };
}

/** A command in a plan: how often it comes, which one of these it is, and its other fields. */
export function command<Name extends string, Fields = unknown>(
  weight: number,
  names: readonly Name[],
  fields?: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> },
): { weight: number; arbitrary: fc.Arbitrary<{ do: Name } & Fields> } {
  const name = fc.constantFrom(...names);
  const arbitrary =
    fields === undefined ? name.map((one) => ({ do: one })) : fc.record({ do: name, ...fields });
  return { weight, arbitrary: arbitrary as fc.Arbitrary<{ do: Name } & Fields> };
}

/** Plans of these commands, with the other fields of a plan. */
export function planOf<Whole extends { attempts: number; commands: unknown[] }>(
  commands: fc.WeightedArbitrary<unknown>[],
  fields: { [Key in Exclude<keyof Whole, "attempts" | "commands">]: fc.Arbitrary<Whole[Key]> },
  maxLength = 24,
): fc.Arbitrary<Whole> {
  return fc.record({
    attempts: fc.constantFrom(4, 4, 2, 1),
    ...fields,
    commands: fc.array(fc.oneof(...commands), { minLength: 3, maxLength, size: "max" }),
  }) as unknown as fc.Arbitrary<Whole>;
}
