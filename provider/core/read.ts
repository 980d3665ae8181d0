import type { Context } from "../contract/lifecycle.js";
import { pickArguments, projectArguments } from "../schema/project.js";
import { withSchemaSecrets, withSecretsOfAdded } from "../schema/secretTree.js";
import { Echoes } from "./echoes.js";
import type { ResourceKind } from "./resourceKind.js";
import {
  createOutputs,
  keepOutputs,
  type ResourceInputs,
  type ResourceOutputs,
  type ResourceProperties,
  toPlainState,
  toPriorState,
} from "./resourceProperties.js";

/** A resource as the service has it. */
export interface ReadResult {
  id: string;
  inputs: ResourceInputs;
  outputs: ResourceOutputs;
}

/** Reads a resource for a refresh: its inputs hold what the service has instead of what was declared. */
export async function read(
  kind: ResourceKind,
  id: string,
  state: ResourceProperties,
  context: Context,
): Promise<ReadResult | "missing"> {
  const { schema, lifecycle, lookedUpIds } = kind;
  const { secrets, settings } = context;
  kind.requireProfile(id, settings);
  const found = await lifecycle.read(id, toPriorState(schema, state), context);
  if (found === "missing") return "missing";
  const declared = pickArguments(schema, state.value);
  const { requiredSecrets } = state;
  if (found === "unreadable") {
    return { id, inputs: { value: declared, requiredSecrets }, outputs: keepOutputs(schema, state, secrets) };
  }
  const live = toPlainState(found);
  const answered = projectArguments(schema, declared, live.answer);
  const named = lookedUpIds.withoutStaleNumbers(answered, declared);
  // A secret that drifted to another place than it was declared in stays a secret.
  const known = withSecretsOfAdded(schema, declared, withSchemaSecrets(schema, named));
  const value = new Echoes(secrets, declared).hidden(schema, known);
  return {
    id: live.id,
    inputs: { value, requiredSecrets },
    outputs: createOutputs(schema, { ...state, value }, live, secrets, state.formerSecrets),
  };
}
