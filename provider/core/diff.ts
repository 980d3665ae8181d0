import type { Context } from "../contract/lifecycle.js";
import type { Settings } from "../contract/settings.js";
import { type Change, listChanges } from "../schema/compare.js";
import type { PropertyMap } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { isAtOrBelow, topLevelName } from "../schema/path.js";
import { revealOne } from "../schema/secret.js";
import { listMarkedPaths } from "../schema/secretTree.js";
import { message, type Text } from "../text/message.js";
import type { PathNames } from "./pathNames.js";
import type { ResourceKind } from "./resourceKind.js";
import { type ResourceProperties, revealArguments, toPriorState } from "./resourceProperties.js";
import { formatNotShown, formatUnchanged, formatUnfinished } from "./warnings.js";

export interface Diff {
  isNeeded: boolean;
  /** The differences. Empty if an update is needed for another reason. */
  changes: Change[];
  /** Whether the inputs that the engine compares differ. After a failed operation they may be equal in spite of differences. */
  isShown: boolean;
  /** Names of the arguments that require a replacement. */
  replaces: string[];
  /** Whether the old resource has to be deleted first, because the new one has the same id. */
  deleteBeforeReplace: boolean;
}

/**
 * Compares the state of a resource with its new inputs.
 *
 * @param earlierInputs the inputs in the state, which the engine compares. After a failed update, they differ from the inputs
 * that were sent last.
 */
export function diff(
  kind: ResourceKind,
  id: string,
  before: ResourceProperties,
  after: ResourceProperties,
  { log, runtime, settings }: Context,
  earlierInputs: PropertyMap = before.value,
): Diff {
  const { schema, lifecycle, paths } = kind;
  kind.requireProfile(id, settings);
  const found = listChanges(schema, before.value, after.value).filter(isReason(after.value, settings));
  const prior = toPriorState(schema, before);
  const pending = lifecycle.pendingUpdateReason?.(prior);
  runtime.secrets.add(...kind.listSecrets(before));
  const shown = new Set(listChanges(schema, earlierInputs, after.value).map(({ path }) => path));
  const isShown = shown.size > 0;
  if (found.length === 0) {
    const marked = explainNewSecrets(schema, before.value, after.value, paths);
    const isAsDeclared = lifecycle.isAsDeclared?.(revealArguments(after), prior) === true;
    const reason = isAsDeclared ? NOTHING_TO_SEND : marked;
    if (pending !== undefined) log.warn(formatUnfinished(pending));
    else if (reason !== undefined) log.warn(formatUnchanged(reason));
    const isNeeded = pending !== undefined || reason !== undefined;
    return { isNeeded, isShown, changes: [], replaces: [], deleteBeforeReplace: false };
  }
  kind.run.replacedObjects.expect(after.urn, id, before);
  const hidden = found.map(({ path }) => path).filter((path) => !shown.has(path));
  if (hidden.length > 0) log.warn(formatNotShown(paths.list(hidden)));
  const held = lifecycle.held?.(revealArguments(after), prior);
  const differing = held && new Set(listChanges(schema, held, after.value).map(({ path }) => path));
  const changes = found.map((change) => ({
    ...change,
    createOnly: change.createOnly && differing?.has(change.path) !== false,
  }));
  const replaces = changes.filter(({ createOnly }) => createOnly).map(({ path }) => topLevelName(path));
  if (replaces.length > 0 && after.urn !== undefined) kind.run.declaredObjects.expectReplacement(after.urn);
  return {
    isNeeded: true,
    isShown,
    changes,
    replaces: [...new Set(replaces)],
    deleteBeforeReplace: !replaces.some((name) => kind.isIdentity(name)),
  };
}

const NOTHING_TO_SEND =
  "the last operation failed. The object is as the program declares it, so the update sends nothing. Values that show as changes " +
  "are those of the failed operation.";

/** Whether a change causes an update. A secret causes one only with `secretChanges: "update"`. */
export function isReason(args: PropertyMap, settings: Settings): (change: Change) => boolean {
  const sendsSecrets = (revealOne(args.secretChanges) ?? settings.get("secretChanges")) === "update";
  return ({ secret }) => !secret || sendsSecrets;
}

/** Without an update, the old outputs would stay in the state, with the newly marked secrets in plain text. */
function explainNewSecrets(
  schema: ResourceSchema,
  before: PropertyMap,
  after: PropertyMap,
  paths: PathNames,
): Text | undefined {
  const marked = newMarks(schema, before, after);
  if (marked.length === 0) return undefined;
  return message`now marked as a secret: ${paths.list(marked)}. The update removes the plain value from the state.`;
}

/** Paths that are marked as secret in `after`, and neither they nor a parent in `before`. */
export function newMarks(schema: ResourceSchema, before: PropertyMap, after: PropertyMap): string[] {
  const known = [...listMarkedPaths(schema, before)];
  return [...listMarkedPaths(schema, after)].filter((path) => !known.some((one) => isAtOrBelow(path, one)));
}
