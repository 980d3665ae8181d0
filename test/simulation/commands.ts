import * as fc from "fast-check";

/** A command in `fc.oneof`: how often it comes, which one of these it is, and its other fields. */
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

/** A plan: how often requests are attempted, fields of its own, and its commands. */
export function planOf<Command, Fields>(
  commands: fc.Arbitrary<Command>,
  fields: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> },
  maxLength = 24,
): fc.Arbitrary<{ attempts: number; commands: Command[] } & NoInfer<Fields>> {
  return fc.record({
    attempts: fc.constantFrom(4, 4, 2, 1),
    ...fields,
    commands: fc.array(commands, { minLength: 3, maxLength, size: "max" }),
  }) as fc.Arbitrary<{ attempts: number; commands: Command[] } & NoInfer<Fields>>;
}
