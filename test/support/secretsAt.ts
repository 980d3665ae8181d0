import type { Json } from "../../provider/schema/json.js";
import type { Schema } from "../../provider/schema/keywords.js";
import { asSecret, replaceValues } from "../../provider/schema/secretTree.js";

/** Returns a tree in which the values at some paths are secrets. */
export function withSecretsAt<Tree extends Json>(
  schema: Schema | undefined,
  root: Tree,
  paths: Iterable<string>,
): Tree {
  const all = new Set(paths);
  if (all.size === 0) return root;
  return replaceValues(schema, root, (value, { path }) =>
    all.has(path) ? asSecret(value) : undefined,
  ) as Tree;
}
