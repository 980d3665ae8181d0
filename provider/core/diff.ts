import type { Context, PriorState } from "../contract/lifecycle.js";
import type { Settings } from "../contract/settings.js";
import { type Change, listChanges, listSilentChanges } from "../schema/compare.js";
import type { PropertyMap } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { isAtOrBelow, topLevelName } from "../schema/path.js";
import { revealOne } from "../schema/secret.js";
import { listMarkedPaths } from "../schema/secretTree.js";
import { message, type Text } from "../text/message.js";
import type { PathNames } from "./pathNames.js";
import type { ResourceKind } from "./resourceKind.js";
import { type ResourceProperties, revealArguments, toPriorState } from "./resourceProperties.js";
import { formatHiddenSecrets, formatNotShown, formatUnchanged, formatUnfinished } from "./warnings.js";

export interface Diff {
  isNeeded: boolean;
  /** The differences. Empty if an update is needed for another reason. */
  changes: Change[];
  /** Whether the inputs that the engine compares differ. After a failed operation they may be equal in spite of differences. */
  isShown: boolean;
  /**
   * The changes of the inputs that the engine compares, with those of provider-only arguments. Empty without an update. After a
   * refused replacement, the compared inputs are those of the object that was not created.
   */
  lines: Change[];
  /** Names of the arguments that require a replacement. */
  replaces: string[];
  /** Whether the old resource has to be deleted first, because the new one has the same id. */
  deleteBeforeReplace: boolean;
}

interface DiffRequest {
  state: ResourceProperties;
  /**
   * The inputs in the state, which the engine compares. After a failed update, they differ from the inputs that were sent last.
   * Default: the arguments in the state.
   */
  olds?: PropertyMap | undefined;
  /** The inputs of the program. */
  news: ResourceProperties;
  /** Selects the changed secrets that the engine does not show. Default: it shows all. */
  findHiddenSecrets?: ((lines: readonly Change[]) => Change[]) | undefined;
}

/** Compares the state of a resource with its new inputs. */
export function diff(
  kind: ResourceKind,
  id: string,
  { state, news, olds = state.value, findHiddenSecrets }: DiffRequest,
  { log, runtime, settings }: Context,
): Diff {
  const { schema, paths } = kind;
  kind.requireProfile(id, settings);
  const found = listChanges(schema, state.value, news.value).filter(isReason(news.value, settings));
  const prior = toPriorState(schema, state);
  runtime.secrets.add(...kind.listSecrets(state));
  const compared = listChanges(schema, olds, news.value);
  const isShown = compared.length > 0;
  const linesOf = (changes: readonly Change[]): Change[] => {
    const replacing = new Set(changes.filter(({ createOnly }) => createOnly).map(({ path }) => path));
    const lines = [...compared, ...listSilentChanges(schema, olds, news.value)];
    return lines.map((line) => ({ ...line, createOnly: replacing.has(line.path) }));
  };
  if (found.length === 0) {
    const reason = explainUpdate(kind, state, news, prior);
    if (reason !== undefined) log.warn(reason);
    const isNeeded = reason !== undefined;
    const lines = isNeeded ? linesOf([]) : [];
    return { isNeeded, isShown, changes: [], lines, replaces: [], deleteBeforeReplace: false };
  }
  kind.run.replacedObjects.expect(news.urn, id, state);
  const shown = new Set(compared.map(({ path }) => path));
  const hidden = found.map(({ path }) => path).filter((path) => !shown.has(path));
  if (hidden.length > 0) log.warn(formatNotShown(paths.list(hidden)));
  const changes = withHeld(kind, found, news, prior);
  const lines = linesOf(changes);
  const secrets = findHiddenSecrets?.(lines) ?? [];
  if (secrets.length > 0) log.warn(formatHiddenSecrets(secrets.map(({ path }) => paths.shown(path))));
  const replacing = changes.filter(({ createOnly }) => createOnly).map(({ path }) => topLevelName(path));
  if (replacing.length > 0 && news.urn !== undefined) kind.run.declaredObjects.expectReplacement(news.urn);
  // The update may do more than the changes say.
  const pending =
    replacing.length === 0 ? kind.lifecycle.pendingUpdateReason?.(prior, revealArguments(news)) : undefined;
  if (pending !== undefined) log.warn(pending);
  return {
    isNeeded: true,
    isShown,
    changes,
    lines,
    replaces: [...new Set(replacing)],
    deleteBeforeReplace: !replacing.some((name) => kind.isIdentity(name)),
  };
}

/** Why an update without a changed value is needed. */
function explainUpdate(
  { lifecycle, schema, paths }: ResourceKind,
  state: ResourceProperties,
  news: ResourceProperties,
  prior: PriorState,
): Text | undefined {
  const args = revealArguments(news);
  const pending = lifecycle.pendingUpdateReason?.(prior, args);
  if (pending !== undefined) return formatUnfinished(pending);
  const isAsDeclared = lifecycle.isAsDeclared?.(args, prior) === true;
  const reason = isAsDeclared ? NOTHING_TO_SEND : explainNewSecrets(schema, state.value, news.value, paths);
  return reason === undefined ? undefined : formatUnchanged(reason);
}

/** A change to what the service has chosen itself is no reason for a replacement. */
function withHeld(
  { schema, lifecycle }: ResourceKind,
  changes: readonly Change[],
  news: ResourceProperties,
  prior: PriorState,
): Change[] {
  const held = lifecycle.held?.(revealArguments(news), prior);
  const differing = held && new Set(listChanges(schema, held, news.value).map(({ path }) => path));
  return changes.map((change) => ({
    ...change,
    createOnly: change.createOnly && differing?.has(change.path) !== false,
  }));
}

const NOTHING_TO_SEND =
  "the last operation failed. The object is as the program declares it, so the update sends nothing. Values that show as changes " +
  "are those of the failed operation.";

/** Whether a change alone causes an update. That of a secret does only with `secretChanges: "update"`. */
export function isReason(args: PropertyMap, settings: Settings): (change: Change) => boolean {
  const sendsSecrets = (revealOne(args.secretChanges) ?? settings.get("secretChanges")) === "update";
  return ({ secret, filledIn }) => filledIn !== true && (!secret || sendsSecrets);
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
