/**
 * Types of plain values, derived from the types that programs see. A lifecycle gets arguments that passed validation: no
 * Outputs, and nothing unknown. Enumerations are texts there: their case is free, and open ones take other values.
 */

/** Every field that may be absent may also be `null`, which declares nothing. */
type Plain<Value> = Value extends readonly (infer Item)[]
  ? readonly Plain<Item>[]
  : Value extends object
    ? {
        readonly [Name in keyof Value]: undefined extends Value[Name]
          ? Plain<Value[Name]> | null
          : Plain<Value[Name]>;
      }
    : Value;

type PlainOutput<Output> = Output extends { get(): infer Value } ? Plain<Value> : never;

/** Arguments as a lifecycle gets them; `Required` are those that are always there. */
export type ResolvedInputs<Args, Outputs, Required extends keyof Args & keyof Outputs> = {
  readonly [Name in Required]: PlainOutput<Outputs[Name]>;
} & {
  readonly [Name in Exclude<keyof Args & keyof Outputs, Required>]?: PlainOutput<Outputs[Name]> | null;
};

/** Arguments, and the fields that only the service knows. */
export type ResolvedState<Inputs, Outputs> = Inputs & {
  readonly [Name in Exclude<keyof Outputs, keyof Inputs>]?: PlainOutput<Outputs[Name]> | null;
};
