import type { Context } from "../lifecycle.js";
import type { ResourceKind } from "./resourceKind.js";
import {
  outputsOf,
  plainArguments,
  type ResourceOutputs,
  type ResourceProperties,
  received,
} from "./resourceProperties.js";

/** Creates a resource. */
export async function create(
  kind: ResourceKind,
  inputs: ResourceProperties,
  context: Context,
): Promise<{ id: string; outputs: ResourceOutputs }> {
  const args = plainArguments(inputs);
  // From here on, whether it succeeds or not: nothing creates it again in this run.
  kind.declare(inputs.urn, args, true);
  const state = received(await kind.lifecycle.create(args, context));
  return { id: state.id, outputs: outputsOf(kind.schema, inputs, state, context.secrets) };
}
