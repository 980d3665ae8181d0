import type { Context } from "../lifecycle.js";
import type { JsonObject } from "../schema/json.js";
import { liveArguments } from "../schema/project.js";
import { marksOfAdded, movedMarks } from "../schema/secrets.js";
import { echoesOf } from "./echoes.js";
import type { ResourceKind } from "./resourceKind.js";
import {
  outputsOf,
  priorStateOf,
  type ResourceInputs,
  type ResourceOutputs,
  type ResourceProperties,
  received,
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
  const prior = priorStateOf(schema, state);
  const declared = prior.args;
  const found = await lifecycle.read(id, prior, context);
  if (found === "missing") return "missing";
  if (found === "unreadable") {
    const value = { ...state.computed, ...state.value };
    return { id, inputs: { ...state, value: declared }, outputs: { ...state, value, inputs: declared } };
  }
  const live = received(found);
  const answered = liveArguments(schema, declared, live.answer) as JsonObject;
  const value = lookedUpIds.withoutStaleNumber(answered, declared);
  // What drifted may hold a secret in another place than it was declared in: it stays one.
  const moved = movedMarks(schema, state.marked, declared, value, true);
  const repeated = echoesOf(schema, { ...state, value: declared }, context.secrets).paths(schema, value);
  const known = new Set([...state.marked, ...state.inPlace]);
  const added = marksOfAdded(schema, known, declared, value);
  const drifted = { ...state, value, marked: new Set([...moved, ...repeated, ...added]) };
  return { id: live.id, inputs: drifted, outputs: outputsOf(schema, drifted, live) };
}
