import { isDeepStrictEqual } from "node:util";
import type { dynamic } from "@pulumi/pulumi";
import type { JsonObject } from "../../provider/schema/json.js";
import { HANDLER, plain, received } from "./stateValues.js";

/** How the engine treats the hooks of any resource, and what its state keeps. */

export type Hooks = Required<dynamic.ResourceProvider>;

/** An error of a hook; with an id and properties it says what the state has to keep. */
export type HookError = Error & Partial<{ id: string; properties: JsonObject; reasons: string[] }>;

/** The part of a resource in the state that decisions depend on. */
interface Stored {
  id: string;
  inputs: JsonObject;
  outputs: JsonObject;
  initErrors?: string[] | undefined;
}

/** Properties of a hook as the state keeps them. */
export function kept(properties: JsonObject | undefined): JsonObject {
  return plain({ ...properties, ...HANDLER });
}

/** What a `check` makes of the arguments. @param report makes an error of the first failure */
export async function checkedInputs(
  hooks: Hooks,
  olds: JsonObject,
  args: JsonObject,
  report: (reason: string) => Error,
): Promise<JsonObject> {
  const { inputs, failures = [] } = await hooks.check(received(olds), received({ ...args, ...HANDLER }));
  const [failure] = failures;
  if (failure !== undefined) throw report(failure.reason);
  return kept(inputs);
}

/** What the engine does with a resource that has these inputs now; after a failed update always something. */
export async function decide(
  hooks: Hooks,
  before: Stored,
  inputs: JsonObject,
): Promise<{ action: "same" | "update" | "replace"; isDeletedFirst: boolean }> {
  const found = await hooks.diff(before.id, received(before.outputs), received(inputs));
  const { changes, replaces = [], deleteBeforeReplace = false } = found;
  if (replaces.length > 0) return { action: "replace", isDeletedFirst: deleteBeforeReplace };
  const differs = changes ?? !isDeepStrictEqual(received(before.inputs), received(inputs));
  const isUpdated = differs || before.initErrors !== undefined;
  return { action: isUpdated ? "update" : "same", isDeletedFirst: false };
}

/** What a failed `create` or `update` leaves in the state; `undefined`: nothing. */
export function partialResult({ id, properties, reasons = [] }: HookError) {
  if (id === undefined || properties === undefined) return undefined;
  return { id, outputs: kept(properties), initErrors: reasons };
}
