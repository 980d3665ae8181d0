import type { Change } from "../schema/compare.js";
import { isAbsent, isObject, type Json } from "../schema/json.js";
import { propertySchema, type Schema } from "../schema/keywords.js";
import { itemPath, propertyPath } from "../schema/path.js";
import { contentOf, isSecret } from "../schema/secret.js";

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
    const name = path?.join("") ?? topLevelName(change.path);
    // The engine has no path for it: it compares the inputs itself.
    if (name === "") return new Map();
    const isWhole = path !== undefined && [oldPath, newPath].some((own) => own?.length === path.length);
    const kind = isWhole ? kindOf(change) : "update";
    const known = result.get(name);
    result.set(name, {
      // An item may be in the place of one that is gone.
      kind: known === undefined || known.kind === kind ? kind : "update",
      replaces: change.createOnly || known?.replaces === true,
    });
  }
  return withoutParts(result);
}

function kindOf({ before, after }: Change): PropertyChange["kind"] {
  if (isAbsent(before)) return "add";
  return isAbsent(after) ? "delete" : "update";
}

/** What is in a value that is named as a whole is shown with it. */
function withoutParts(all: ReadonlyMap<string, PropertyChange>): Map<string, PropertyChange> {
  const names = [...all.keys()];
  const isPart = (name: string): boolean =>
    names.some((whole) => name.startsWith(`${whole}[`) || name.startsWith(`${whole}.`));
  return new Map([...all].filter(([name]) => !isPart(name)));
}

function topLevelName(path: string): string {
  return /^[^.[]+/.exec(path)?.[0] ?? path;
}

/** The path if the two are the same, else that of the innermost value which has the change in it on both sides. */
function common(before: EnginePath, after: EnginePath): EnginePath {
  const end = after.findIndex((part, index) => part !== before[index]);
  return end < 0 ? after : after.slice(0, end);
}

/** The parts of a path in the engine's syntax: `containers`, `[0]`, `.image`. */
type EnginePath = readonly string[];

/** Paths as people read them -> paths as the engine does, of everything in `root`. What is in a secret has the secret's path. */
function enginePaths(schema: Schema, root: Json): Map<string, EnginePath> {
  const paths = new Map<string, EnginePath>();
  const visit = (
    at: Schema | undefined,
    path: string,
    enginePath: EnginePath,
    value: Json,
    isInSecret: boolean,
  ): void => {
    paths.set(path, enginePath);
    const isHidden = isInSecret || isSecret(value);
    const content = contentOf(value);
    if (Array.isArray(content)) {
      content.forEach((item, index) => {
        const itsPath = isHidden ? enginePath : [...enginePath, `[${index}]`];
        visit(at?.items, itemPath(at, path, item, index), itsPath, item, isHidden);
      });
    } else if (isObject(content)) {
      for (const [name, child] of Object.entries(content)) {
        const part = isHidden ? undefined : enginePart(name, enginePath.length === 0);
        const itsPath = part === undefined ? enginePath : [...enginePath, part];
        visit(propertySchema(at, name), propertyPath(path, name), itsPath, child, part === undefined);
      }
    }
  };
  visit(schema, "", [], root, false);
  return paths;
}

/**
 * A property in the engine's syntax of paths. A name that is no identifier stands in brackets and quotes, where only a quote
 * can be escaped.
 *
 * @returns undefined for a name that the syntax cannot express
 */
function enginePart(name: string, isFirst: boolean): string | undefined {
  if (/^[A-Za-z_$][\w$]*$/.test(name)) return isFirst ? name : `.${name}`;
  // A backslash at its end would escape the closing quote.
  if (!name.endsWith("\\")) return `["${name.replaceAll('"', '\\"')}"]`;
  if (/[.[]/.test(name)) return undefined;
  return isFirst ? name : `.${name}`;
}
