import type { Context } from "../lifecycle.js";
import { liveArguments, writable } from "../schema/project.js";
import { withSchemaSecrets, withSecretsOfAdded } from "../schema/secretTree.js";
import { Echoes } from "./echoes.js";
import type { ResourceKind } from "./resourceKind.js";
import {
  outputsOf,
  priorStateOf,
  type ResourceInputs,
  type ResourceOutputs,
  type ResourceProperties,
  received,
  unchangedOutputs,
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
  const { secrets } = context;
  const found = await lifecycle.read(id, priorStateOf(schema, state), context);
  if (found === "missing") return "missing";
  const declared = writable(schema, state.value);
  if (found === "unreadable") {
    return { id, inputs: { value: declared }, outputs: unchangedOutputs(schema, state, secrets) };
  }
  const live = received(found);
  const answered = liveArguments(schema, declared, live.answer);
  const named = lookedUpIds.withoutStaleNumber(answered, declared);
  // What drifted may hold a secret in another place than it was declared in: it stays one.
  const known = withSecretsOfAdded(schema, declared, withSchemaSecrets(schema, named));
  const value = new Echoes(secrets, declared).hidden(schema, known);
  return { id: live.id, inputs: { value }, outputs: outputsOf(schema, { ...state, value }, live, secrets) };
}
