import type { Context } from "../lifecycle.js";
import type { ResourceKind } from "./resourceKind.js";
import {
  createOutputs,
  type ResourceOutputs,
  type ResourceProperties,
  revealArguments,
  toPlainState,
  toPriorState,
} from "./resourceProperties.js";

/** Brings a resource from the state before to its new inputs. */
export async function update(
  kind: ResourceKind,
  id: string,
  before: ResourceProperties,
  inputs: ResourceProperties,
  context: Context,
): Promise<{ outputs: ResourceOutputs }> {
  const { schema, lifecycle, providerOptions } = kind;
  const args = providerOptions.apply(inputs.urn, revealArguments(inputs));
  const state = toPlainState(await lifecycle.update(id, args, toPriorState(schema, before), context));
  return { outputs: createOutputs(schema, inputs, state, context.secrets) };
}
