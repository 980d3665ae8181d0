import type { Context } from "../lifecycle.js";
import type { ResourceKind } from "./resourceKind.js";
import {
  outputsOf,
  plainArguments,
  priorStateOf,
  type ResourceOutputs,
  type ResourceProperties,
  received,
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
  const args = providerOptions.apply(inputs.urn, plainArguments(inputs));
  const state = received(await lifecycle.update(id, args, priorStateOf(schema, before), context));
  return { outputs: outputsOf(schema, inputs, state, context.secrets) };
}
