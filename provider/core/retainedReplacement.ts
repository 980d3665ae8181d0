import { changes } from "../schema/compare.js";
import type { JsonObject } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { objectKey } from "../schema/objectKey.js";

/**
 * Paths of the changes that ask for a replacement which cannot be: its predecessor stays, and has the same address.
 *
 * @param successor the new arguments as a resource that the state does not have yet would have them
 */
export function retainedReplacementPaths(
  schema: ResourceSchema,
  before: JsonObject,
  after: JsonObject,
  successor: JsonObject,
): string[] {
  const address = objectKey(schema, successor);
  if (address === undefined || address !== objectKey(schema, before)) return [];
  return changes(schema, before, after)
    .filter(({ createOnly }) => createOnly)
    .map(({ path }) => path);
}
