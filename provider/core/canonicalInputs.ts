import { isDeepStrictEqual } from "node:util";
import type { Settings } from "../contract/configuration.js";
import { canonicalize, withOldSecrets } from "../schema/canonical.js";
import { type Change, listChanges } from "../schema/compare.js";
import { isUnknown, type PropertyMap, someValue } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { listMarkedPaths, reveal } from "../schema/secretTree.js";
import { message, type Text } from "../text/message.js";
import type { PathNames } from "./resourceKind.js";
import type { ResourceInputs } from "./resourceProperties.js";
import { formatUnsentSecrets } from "./warnings.js";

/**
 * New inputs as they go into the state: old spellings, and old secrets where nothing but secrets differs.
 *
 * Inputs that need no update stay as they were: the engine keeps the old outputs, and a refresh would show any other inputs
 * as drift.
 */
export function canonicalizeInputs<Inputs extends ResourceInputs>(
  schema: ResourceSchema,
  given: Inputs,
  before: Inputs,
  { settings, warn, paths }: { settings: Settings; warn(message: Text): void; paths: PathNames },
): Inputs {
  // Most resources of most previews have not changed, and this comparison is quicker than the rules below.
  if (isDeepStrictEqual(given.value, before.value)) return before;
  const value = canonicalize(schema, given.value, before.value);
  const found = listChanges(schema, before.value, value);
  if (found.some(isReason(given.value, settings))) return { ...given, value };
  const differing = found.filter(({ after }) => !someValue(reveal(after), isUnknown)).map(({ path }) => path);
  if (differing.length > 0) {
    warn(formatUnsentSecrets(differing.map((path) => paths.shown(path))));
  }
  if (newMarks(schema, before.value, value).length === 0) return before;
  return { ...given, value: withOldSecrets(schema, value, before.value) };
}

/** Which changes are a reason to update: with `secretChanges: "update"` those of secrets, too. */
export function isReason(args: PropertyMap, settings: Settings): (change: Change) => boolean {
  const sendsSecrets = (args.secretChanges ?? settings.get("secretChanges")) === "update";
  return ({ secret }) => !secret || sendsSecrets;
}

/** Without an update the old outputs would stay in the state, with the newly marked secrets in plain text. */
export function explainNewSecrets(
  schema: ResourceSchema,
  before: PropertyMap,
  after: PropertyMap,
  paths: PathNames,
): Text | undefined {
  const marked = newMarks(schema, before, after);
  if (marked.length === 0) return undefined;
  return message`now marked as a secret: ${paths.list(marked)}. The update removes the plain value from the state.`;
}

/** Paths of what is marked as secret in `after` and was not in `before`. */
function newMarks(schema: ResourceSchema, before: PropertyMap, after: PropertyMap): string[] {
  const known = listMarkedPaths(schema, before);
  return [...listMarkedPaths(schema, after)].filter((path) => !known.has(path));
}
