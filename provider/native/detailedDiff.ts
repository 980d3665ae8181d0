import type { Change } from "../schema/compare.js";
import { isAbsent, isObject, type Json } from "../schema/json.js";
import { propertySchema, type Schema } from "../schema/keywords.js";
import { itemPath, propertyPath } from "../schema/path.js";

export interface PropertyChange {
  kind: "add" | "delete" | "update";
  replaces: boolean;
}

/**
 * Changes by paths as the engine has them: an item of a list by its position. The engine reads both values at one path,
 * so that for a change inside an item that has moved the whole list is named.
 */
export function detailedDiff(
  schema: Schema,
  changes: readonly Change[],
  before: Json,
  after: Json,
): Map<string, PropertyChange> {
  const [old, now] = [enginePaths(schema, before), enginePaths(schema, after)];
  const result = new Map<string, PropertyChange>();
  for (const change of changes) {
    const [oldPath, newPath] = [old.get(change.path), now.get(change.path)];
    const path =
      oldPath === undefined || newPath === undefined ? (newPath ?? oldPath) : common(oldPath, newPath);
    const isWhole = path === oldPath || path === newPath;
    const kind = !isWhole
      ? "update"
      : isAbsent(change.before)
        ? "add"
        : isAbsent(change.after)
          ? "delete"
          : "update";
    const name = path ?? change.path;
    const replaces = change.createOnly || result.get(name)?.replaces === true;
    result.set(name, { kind, replaces });
  }
  return result;
}

/** The path if the two are the same, else that of the outermost list in which they are not. */
function common(before: string, after: string): string {
  if (before === after) return after;
  let end = 0;
  while (before[end] === after[end]) end++;
  return after.slice(0, after.lastIndexOf("[", end));
}

/** Paths as people read them -> paths as the engine does, of everything in `root`. */
function enginePaths(schema: Schema, root: Json): Map<string, string> {
  const paths = new Map<string, string>();
  const visit = (at: Schema | undefined, path: string, enginePath: string, value: Json): void => {
    paths.set(path, enginePath);
    if (Array.isArray(value)) {
      value.forEach((item, index) => {
        visit(at?.items, itemPath(at, path, item, index), `${enginePath}[${index}]`, item);
      });
    } else if (isObject(value)) {
      for (const [name, child] of Object.entries(value)) {
        visit(
          propertySchema(at, name),
          propertyPath(path, name),
          enginePropertyPath(enginePath, name),
          child,
        );
      }
    }
  };
  visit(schema, "", "", root);
  return paths;
}

/** The engine's syntax of paths: names that are no identifiers stand in brackets and quotes. */
function enginePropertyPath(parent: string, name: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `${parent}["${name.replace(/["\\]/g, "\\$&")}"]`;
  return parent === "" ? name : `${parent}.${name}`;
}
