import { expectTypeOf } from "expect-type";
import type {
  ContainerGroupInputs,
  CustomerInputs,
  CustomerState,
  DatabaseInstanceStopInputs,
  SalesQuoteInputs,
} from "../../provider/generated/lifecycleTypes.js";

// The compiler's checks of the values that lifecycles work with. `npm run lint` runs the compiler; this code does not run.

type Absent = null | undefined;

export function argumentsWithoutOutputs() {
  expectTypeOf<ContainerGroupInputs["resourceGroupName"]>().toEqualTypeOf<string>();
  type Line = SalesQuoteInputs["salesQuoteLines"][number];
  expectTypeOf<Line["quantity"]>().toEqualTypeOf<number | Absent>();
  expectTypeOf<ContainerGroupInputs["tags"]>().toEqualTypeOf<{ readonly [x: string]: string } | Absent>();
  expectTypeOf<DatabaseInstanceStopInputs["triggers"]>().toEqualTypeOf<unknown>();
}

export function argumentsThatAreFilledIn() {
  expectTypeOf<ContainerGroupInputs["containerGroupName"]>().toEqualTypeOf<string>();
  // Without a token it is not looked up.
  expectTypeOf<CustomerInputs["customerId"]>().toEqualTypeOf<string | Absent>();
}

export function argumentsThatMayBeAbsent() {
  // An output as well: always there in a program, and in the arguments only where it is declared.
  expectTypeOf<CustomerInputs["displayName"]>().toEqualTypeOf<string | Absent>();
  // An enumeration is a text.
  expectTypeOf<CustomerInputs["type"]>().toEqualTypeOf<string | Absent>();
  type Command = ContainerGroupInputs["containers"][number]["command"];
  expectTypeOf<Command>().toEqualTypeOf<readonly string[] | Absent>();
}

export function states(inputs: CustomerInputs, state: CustomerState) {
  expectTypeOf(state.etag).toEqualTypeOf<string | Absent>();
  expectTypeOf(state).toExtend<CustomerInputs>();
  // @ts-expect-error only the service knows it
  return inputs.etag;
}
