import { ProviderError } from "../contract/providerError.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { findLinked, getCommonPath, getField, isSpelledField } from "./fields.js";
import {
  applyChanges,
  type FieldUpdate,
  type PartialUpdateOptions,
  type UnknownUpdate,
  type Updated,
} from "./partialUpdate.js";

/**
 * Changes fields of a record without overwriting unknown values. A service may change fields together: each field that does not have
 * its value after the update is sent once more, without those that do.
 *
 * @throws the error of an update that certainly had no effect
 */
export async function updateFields(options: PartialUpdateOptions): Promise<Updated | UnknownUpdate> {
  let result = await applyChanges(options);
  const again: string[] = [];
  while (result.outcome === "applied") {
    const changes = listUnsettled(options, result, again);
    if (changes.length === 0) break;
    again.push(...changes.map(({ path }) => path));
    try {
      result = await applyChanges({ ...options, changes }, result);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      // The earlier update has taken effect. What this one cannot settle has another value in the result.
      break;
    }
  }
  return result;
}

/** Whether the record has the value of a change, or the service's spelling of it. */
export function isTaken(
  schema: ResourceSchema,
  { path, to, isRespelled }: Pick<FieldUpdate, "path" | "to" | "isRespelled">,
  { snapshot, first }: Pick<Updated, "snapshot" | "first">,
): boolean {
  // Where the service has rounded the value before, an unchanged one may be rounded to the same.
  const before = isRespelled === true ? undefined : getField(schema, first.answer, path);
  return isSpelledField(schema, path, getField(schema, snapshot.answer, path), to, before);
}

/**
 * Fields that were to be restored together with others, or were not to change, and have another value after the update: those that this
 * resource or another one declares. An update that only restores fields must not change any other one.
 *
 * @param again fields that were sent again already
 */
function listUnsettled(
  { schema, changes, kept = {}, isDeclaredElsewhere = () => false }: PartialUpdateOptions,
  result: Updated,
  again: readonly string[],
): FieldUpdate[] {
  const { snapshot, sent, answered, sideEffects, left, superseded } = result;
  const wanted = [
    ...changes.filter(({ path }) => !left.includes(path) && !superseded.includes(path)),
    ...Object.entries(kept).map(([path, to]): FieldUpdate => ({ path, to, seen: [] })),
  ];
  const names = wanted.map(({ path }) => getCommonPath(schema, path));
  const restored = changes.filter(({ optional }) => optional === true).map(({ path }) => path);
  const isRestore = sent.every((path) => [...restored, ...again].includes(path));
  const others = sideEffects.filter(
    ({ path }) => !names.includes(path) && (isRestore || isDeclaredElsewhere(path)),
  );
  const changed = sideEffects.map(({ path }) => path);
  const isChanged = (path: string): boolean =>
    changed.includes(getCommonPath(schema, path)) ||
    (sent.length > 1 && sent.includes(path) && answered.includes(path) && restored.includes(path));
  return [...wanted, ...others.map(({ path, before }): FieldUpdate => ({ path, to: before, seen: [] }))]
    .filter((change) => isChanged(change.path) && !isTaken(schema, change, result))
    .filter(({ path }) => !again.includes(path) && findLinked(schema, sent, path) === undefined)
    .map((change) => ({ ...change, seen: [getField(schema, snapshot.answer, change.path)], optional: true }));
}
