import type { Context } from "../contract/lifecycle.js";
import type { ResourceKind } from "./resourceKind.js";
import {
  createOutputs,
  type ResourceOutputs,
  type ResourceProperties,
  revealArguments,
  toPlainState,
} from "./resourceProperties.js";
import { warnAboutUntaken } from "./untaken.js";

/** Creates a resource. */
export async function create(
  kind: ResourceKind,
  inputs: ResourceProperties,
  context: Context,
): Promise<{ id: string; outputs: ResourceOutputs }> {
  const args = revealArguments(inputs);
  // From here on, whether it succeeds or not: nothing creates it again in this run.
  const object = kind.lifecycle.manages?.(args);
  if (inputs.urn !== undefined && object !== undefined)
    kind.declaredObjects.register(inputs.urn, object, true);
  const created = await kind.lifecycle.create(args, context);
  warnAboutUntaken("create", kind, args, created, context);
  const state = toPlainState(created);
  return { id: state.id, outputs: createOutputs(kind.schema, inputs, state, context.secrets) };
}
