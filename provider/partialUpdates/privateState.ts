import type { Unchecked } from "../contract/definition.js";
import { isObject, type Json } from "../schema/json.js";
import { type Fields, mapPaths } from "./fields.js";

/**
 * What the state keeps of a record beside its arguments and outputs, as a secret. Updates and refreshes read the parts and write them
 * anew; `delete` only reads them.
 */
export interface PrivateState {
  /**
   * The value that the service returned last, of each declared field where it is not the declared value, and of each undeclared field
   * in `causes`. Of the fields in `unsure`, the value before the update.
   * Written from every response. Read to find conflicts, drift, and what may be restored.
   */
  base: Fields;
  /**
   * With `onDestroy: "restore"`: values of fields before this stack first changed them.
   * Written by the update that adds the field, or changes it together with others. Read to restore it.
   */
  originals: Fields;
  /**
   * Fields of which the service chose the value in `base`, with the names of the fields that were sent. A declared field has not kept
   * its value. An undeclared one, only with `onDestroy: "restore"`, has changed together with declared ones.
   * Written by an update. A refresh reads it, shows the declared fields as drift, and removes them. An update restores an undeclared
   * field when none of the names is declared any more.
   */
  causes: Fields;
  /**
   * Fields whose last known value another client has set: declared values may overwrite it, original ones may not.
   * Written by a refresh. Removed by an update of the field. Read to restore it.
   */
  foreign: string[];
  /**
   * Fields of an update whose response is unknown: each has its declared value or that in `base`. Also the two spellings of a field
   * that mean different values.
   * Written by an update that fails. The next update sends them again. A refresh shows their values, and keeps those that are no
   * longer declared.
   */
  unsure: string[];
  /**
   * Whether no update has managed the fields yet.
   * Written by the refresh that imports the record. Read for messages about fields that are left.
   */
  isImported?: true;
}

/** The private state without empty parts. */
export type StoredPrivateState = Partial<PrivateState>;

/** Earlier versions kept the values of `base` by their meaning, and all parts with values. */
interface EarlierPrivateState {
  answered?: Fields;
  chosen?: Fields;
  unclear?: Fields;
  found?: Fields;
  sideEffects?: Fields;
}

/** Reads any private state, also of an earlier version. Invalid parts count as empty. */
export function readPrivateState(stored: Unchecked<PrivateState & EarlierPrivateState>): PrivateState {
  const [chosen, unclear] = [readFields(stored.chosen), readFields(stored.unclear)];
  const causesOfChosen = Object.keys(chosen).map((path) => [path, [path]]);
  return {
    base: { ...readFields(stored.answered), ...chosen, ...unclear, ...readFields(stored.base) },
    originals: readFields(stored.originals),
    causes: {
      ...Object.fromEntries(causesOfChosen),
      ...readFields(stored.sideEffects),
      ...readFields(stored.causes),
    },
    foreign: [...Object.keys(readFields(stored.found)), ...readPaths(stored.foreign)],
    unsure: [...Object.keys(unclear), ...readPaths(stored.unsure)],
    ...(stored.isImported === true && { isImported: true }),
  };
}

function readFields(part: Json): Fields {
  return isObject(part) ? part : {};
}

function readPaths(part: Json): string[] {
  return Array.isArray(part) ? part.filter((path) => typeof path === "string") : [];
}

/** Converts all paths. */
export function mapPrivateState(state: PrivateState, toPath: (path: string) => string): PrivateState {
  const { base, originals, causes, foreign, unsure, ...rest } = state;
  return {
    ...rest,
    base: mapPaths(base, toPath),
    originals: mapPaths(originals, toPath),
    causes: mapPaths(causes, toPath),
    foreign: foreign.map(toPath),
    unsure: unsure.map(toPath),
  };
}

export function writePrivateState(state: PrivateState): StoredPrivateState {
  return Object.fromEntries(
    Object.entries(state).filter(([, part]) => part === true || Object.keys(part).length > 0),
  );
}
