import type { Unchecked } from "../contract/definition.js";
import { isObject, type Json } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { type Fields, isSameField } from "./fields.js";

/** The private state of a record, which is secret, beside the declared values. */
export interface PrivateState {
  /** With `onDestroy: "restore"`: the value that each managed field had before it was managed. */
  originals: Fields;
  /** Where the service answered the value that it was sent in its own spelling: the answer. */
  answered: Fields;
  /** Where the service answered another value than the one it was sent: the answer. */
  chosen: Fields;
  /** Values before an update whose outcome is unknown. */
  unclear: Fields;
  /** Values of other clients that a refresh has found. Declared values may overwrite them; restored ones may not. */
  found: Fields;
  /** The fields in the state are those that an import has read: no update has managed them yet. */
  isImported?: true;
}

/** As it is kept: most states keep nothing, and none keeps a part that is empty. */
export type StoredPrivateState = Partial<PrivateState>;

const PARTS = ["originals", "answered", "chosen", "unclear", "found"] as const;

/** Takes whatever a state holds: what is no part of a private state counts as empty. */
export function readPrivateState(privateState: Unchecked<PrivateState>): PrivateState {
  const parts = PARTS.map((part) => [part, isObject(privateState[part]) ? privateState[part] : {}]);
  return { ...Object.fromEntries(parts), ...(privateState.isImported === true && { isImported: true }) };
}

/** A private state of what `map` makes of each part. */
export function mapPrivateState(privateState: PrivateState, map: (fields: Fields) => Fields): PrivateState {
  const parts = PARTS.map((part) => [part, map(privateState[part])]);
  return { ...privateState, ...Object.fromEntries(parts) };
}

export function writePrivateState(privateState: PrivateState): StoredPrivateState {
  return Object.fromEntries(
    Object.entries(privateState).filter(([, part]) => part === true || Object.keys(part).length > 0),
  );
}

/** Values of a field that this stack has set or seen. */
export function listSeenValues(path: string, declared: Fields, privateState: PrivateState): Json[] {
  const { answered, chosen, unclear } = privateState;
  const sources = [declared, answered, chosen, unclear];
  return sources.filter((from) => Object.hasOwn(from, path)).map((from) => from[path]);
}

/** Values of a field that this stack has set. */
export function listOwnValues(
  schema: ResourceSchema,
  path: string,
  declared: Fields,
  privateState: PrivateState,
): Json[] {
  const isFound = (value: Json): boolean =>
    Object.hasOwn(privateState.found, path) && isSameField(schema, path, value, privateState.found[path]);
  return listSeenValues(path, declared, privateState).filter((value) => !isFound(value));
}
