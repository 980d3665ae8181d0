import type { JsonObject } from "../../provider/schema/json.js";
import type { Declaration, OperationError, Provider, Stored } from "./protocol.js";
import { plain } from "./stateValues.js";

/** How the engine treats the operations of any resource, and what its state keeps. */

/**
 * The result of `check` for the arguments.
 *
 * @param report makes an error of the first failure
 */
export async function checkedInputs(
  provider: Provider,
  declaration: Declaration,
  olds: JsonObject | undefined,
  report: (reason: string) => Error,
): Promise<JsonObject> {
  const { inputs, failures } = await provider.check(declaration, olds);
  const [failure] = failures;
  if (failure !== undefined) throw report(failure);
  return inputs;
}

/** The engine's operation on a resource that has these inputs now; after a failed update there always is one. */
export async function decide(
  provider: Provider,
  before: Stored,
  inputs: JsonObject,
): Promise<{ action: "same" | "update" | "replace"; isDeletedFirst: boolean }> {
  const { isChanged, replaces, isDeletedFirst } = await provider.diff(before, inputs);
  if (isChanged && replaces.length > 0) return { action: "replace", isDeletedFirst };
  const isUpdated = isChanged || before.initErrors !== undefined;
  return { action: isUpdated ? "update" : "same", isDeletedFirst: false };
}

/** The state after a failed `create` or `update`; `undefined` for none. */
export function partialResult({ id, properties, reasons = [] }: OperationError) {
  if (id === undefined || properties === undefined) return undefined;
  return { id, outputs: plain(properties), initErrors: reasons };
}
