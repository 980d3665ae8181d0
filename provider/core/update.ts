import type { Context } from "../contract/lifecycle.js";
import type { ResourceKind } from "./resourceKind.js";
import {
  createOutputs,
  type ResourceOutputs,
  type ResourceProperties,
  revealArguments,
  toPlainState,
  toPriorState,
} from "./resourceProperties.js";
import { warnAboutUntaken } from "./untaken.js";

/** Brings a resource from the state before to its new inputs. */
export async function update(
  kind: ResourceKind,
  id: string,
  before: ResourceProperties,
  inputs: ResourceProperties,
  context: Context,
): Promise<{ outputs: ResourceOutputs }> {
  const { schema, lifecycle } = kind;
  kind.requireProfile(id, context.settings);
  const args = kind.withDeclaredOptions(inputs.urn, revealArguments(inputs));
  const prior = toPriorState(schema, before);
  const key = lifecycle.manages?.(args)?.key;
  if (key !== undefined)
    prior.listDeclaredElsewhere = () => kind.declaredObjects.listFieldsOfOthers(key, inputs.urn);
  const updated = await lifecycle.update(id, args, prior, context);
  warnAboutUntaken("update", kind, args, updated, context);
  const state = toPlainState(updated);
  return { outputs: createOutputs(schema, inputs, state, context.secrets) };
}
