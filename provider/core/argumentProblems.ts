import { isDeepStrictEqual } from "node:util";
import { explainHowToSet } from "../contract/configuration.js";
import type { Autonaming, Context } from "../contract/lifecycle.js";
import type { Settings } from "../contract/settings.js";
import { canonicalize } from "../schema/canonical.js";
import { findColourMarks } from "../schema/colourMarks.js";
import { type Change, listChanges } from "../schema/compare.js";
import { findPlainCredentials } from "../schema/credentials.js";
import type { Finding, Refusal } from "../schema/finding.js";
import { inspect } from "../schema/inspect.js";
import { isAbsent, type PropertyMap, withoutAbsent } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { findMissingSecrets } from "../schema/missingSecrets.js";
import { formatObjectKey } from "../schema/resourceId.js";
import { revealOne } from "../schema/secret.js";
import { listMarkedPaths, replaceValues, withSecretsOf } from "../schema/secretTree.js";
import { message, type Text } from "../text/message.js";
import { explainMissing } from "./configuredArguments.js";
import { isReason } from "./diff.js";
import type { ResourceKind } from "./resourceKind.js";
import { type ResourceInputs, type ResourceProperties, revealArguments } from "./resourceProperties.js";

/**
 * Arguments have one name for each of their states, in this order: `news`, the inputs of the program; `completed`, with configured
 * values, known ids and defaults; `args`, without response-only fields; `resolved`, with the ids of numbers; `inputs`, in the
 * spelling of `olds`, the inputs in the state. Except for `news`, `olds` and `inputs`, they have no secret marks. Then these inputs
 * are the `news` of `diff`, `create` and `update`, and a lifecycle gets them as `args`. `priorArgs` are those in the state, or of the
 * predecessor in a replacement.
 */
export interface CheckRequest {
  /** The inputs in the state; undefined for a new resource. */
  olds: ResourceProperties | undefined;
  /** The inputs of the program. */
  news: ResourceProperties;
  /** Whether the program sets `retainOnDelete`. Default: no. */
  isRetained?: boolean;
  /** Whether the program requests a replacement for a change (`replaceOnChanges`). Default: no. */
  isReplaced?(change: Change): boolean;
  /** Default: the lifecycle generates names. */
  autonaming?: Autonaming | undefined;
}

export interface CompletedArguments {
  /** The arguments in the state; empty for a new resource. */
  oldArgs: PropertyMap;
  /** The arguments in the state, or those of the predecessor in a replacement. */
  priorArgs: PropertyMap;
  completed: PropertyMap;
  args: PropertyMap;
}

export type Failure = { path: string; message: Text };

/** Lists the problems of the configuration and the arguments, removed secrets first, and logs warnings. */
export function findProblems(
  kind: ResourceKind,
  request: CheckRequest,
  completedArguments: CompletedArguments,
  context: Context,
): Failure[] {
  const { oldArgs, completed, args } = completedArguments;
  const { schema, lifecycle, resolvedIds } = kind;
  const problems = [
    ...context.settings.problems(lifecycle.service, lifecycle.profile),
    ...resolvedIds.problems(revealArguments(request.news), oldArgs),
  ];
  // Unchanged inputs are valid, so a preview without changes does not load the validator.
  const isUnchanged = request.olds !== undefined && isDeepStrictEqual(args, oldArgs);
  if (isUnchanged) warnOf(inspect(schema, withoutAbsent(completed)).warnings, kind, context);
  else problems.push(...validate(kind, request, completedArguments, context));
  const removed = findRemovedSecrets(schema, request, args);
  return [
    ...removed.map((path) => ({ path, message: REMOVED_SECRET })),
    ...problems.filter(({ path }) => !removed.includes(path)),
  ];
}

const REMOVED_SECRET =
  "the service may hold this secret, and an update without it would remove it. Declare it, or remove the object that it " +
  "belongs to";

/** Paths of required secrets that are missing in objects of the new arguments. */
function findRemovedSecrets(
  schema: ResourceSchema,
  { olds, news }: CheckRequest,
  args: PropertyMap,
): string[] {
  // New inputs with required secrets come from an import, which the engine also checks.
  if (olds?.requiredSecrets === undefined || news.requiredSecrets !== undefined) return [];
  const required = olds.requiredSecrets;
  // Restores the old spelling of names, because the required paths contain it.
  const missing = findMissingSecrets(schema, canonicalize(schema, args, revealArguments(olds)));
  return missing.filter((path) => required.some((one) => revealOne(one) === path));
}

/** Lists the problems of new arguments, and logs the warnings. */
function validate(
  kind: ResourceKind,
  request: CheckRequest,
  completedArguments: CompletedArguments,
  context: Context,
): Finding[] {
  const { olds, news, autonaming } = request;
  const { completed, args, priorArgs } = completedArguments;
  const found = kind.validate(completed);
  const effect = findEffect(kind, request, completedArguments, context.settings);
  const judged = judgeRefusals(effect, found.refusals, () => kind.validate(priorArgs).refusals);
  const hints = findPlainCredentials(kind.schema, withSecretsOf(news.value, args), olds?.value ?? {});
  // The first check of a replacement has logged these warnings.
  const refusals = effect === "replacement" && olds === undefined ? [] : judged.warnings;
  warnOf([...found.warnings, ...refusals, ...hints], kind, context);
  for (const name of [...listMarkedPaths(kind.schema, news.value)].filter((path) => kind.isIdentity(path))) {
    context.log.warn(
      `${name}: part of the resource's id, which Pulumi displays and stores in plain text, so it cannot be a secret.`,
    );
  }
  return [
    ...found.problems.map((problem) => explainMissing(kind.schema, problem, autonaming)),
    ...findMissingInProfile(kind.schema, args, context.settings),
    ...findNewer(kind, args, context.settings),
    ...findColourMarks(kind.schema, args),
    ...judged.problems,
  ];
}

function findMissingInProfile(
  { properties }: ResourceSchema,
  args: PropertyMap,
  { profile }: Settings,
): Finding[] {
  return Object.entries(properties)
    .filter(([name, { requiredIn }]) => requiredIn === profile && isAbsent(args[name]))
    .map(([path]) => ({ path, message: `required with the profile \`${profile}\`` }));
}

/** Fields that the API version of requests does not have. The service would refuse them, or ignore them. */
function findNewer(
  { lifecycle: { api }, schema }: ResourceKind,
  args: PropertyMap,
  settings: Settings,
): Finding[] {
  if (api === undefined) return [];
  const version = settings.apiVersion(api);
  const found: Finding[] = [];
  replaceValues(schema, args, (value, { schema: at, path }) => {
    if (at?.since === undefined || at.since <= version) return undefined;
    const needed = `needs API version ${at.since} or newer, and this is ${version}. Set it with ${explainHowToSet(api.key)}`;
    found.push({ path, message: needed });
    return value;
  });
  return found;
}

function warnOf(findings: readonly Finding[], { paths }: ResourceKind, { log }: Context): void {
  for (const { path, message: text } of findings) log.warn(message`${paths.shown(path)}: ${text}`);
}

/** The changes that replace the object at the service, although `retainOnDelete` keeps it. */
export function findRetainedReplacement(
  { schema, lifecycle }: ResourceKind,
  request: CheckRequest,
  inputs: ResourceInputs,
  settings: Settings,
): Failure[] {
  const { olds, isRetained } = request;
  const { retainedReplacementProblem } = lifecycle;
  if (!isRetained || olds === undefined || retainedReplacementProblem === undefined) return [];
  return listReplacing(schema, request, revealArguments(olds), revealArguments(inputs), settings).map(
    ({ path }) => ({ path, message: retainedReplacementProblem }),
  );
}

/** The changes for which the engine deletes the existing object, and then creates it again under the same id. */
function listReplacing(
  schema: ResourceSchema,
  { isReplaced }: CheckRequest,
  oldArgs: PropertyMap,
  args: PropertyMap,
  settings: Settings,
): Change[] {
  if (!isSameObject(schema, oldArgs, args)) return [];
  const changes = listChanges(schema, oldArgs, args);
  const isSent = isReason(args, settings);
  // A secret is sent together with any other change.
  if (!changes.some(isSent)) return [];
  return changes.filter((change) => (change.createOnly && isSent(change)) || isReplaced?.(change) === true);
}

function isSameObject(schema: ResourceSchema, oldArgs: PropertyMap, args: PropertyMap): boolean {
  const key = formatObjectKey(schema, oldArgs);
  return key !== undefined && key === formatObjectKey(schema, args);
}

/**
 * The engine checks a replacement again without the old inputs. Only that check sees one of `replaceOnChanges` in the native
 * protocol. A replacement of `pulumi up --replace` looks like a create, because its only check has no old inputs.
 */
function findEffect(
  { schema }: ResourceKind,
  request: CheckRequest,
  { priorArgs, args }: CompletedArguments,
  settings: Settings,
): Effect {
  if (request.olds === undefined) return isSameObject(schema, priorArgs, args) ? "replacement" : "create";
  return listReplacing(schema, request, priorArgs, args, settings).length > 0 ? "replacement" : "update";
}

/** What happens to a resource when its new arguments are sent. */
type Effect = "create" | "update" | "replacement";

/**
 * Decides which broken rules of the public service are problems. A refused create or update leaves everything as it was, and
 * another service may accept the values, so only a replacement that deletes the existing resource first is a problem. Rules that
 * the existing resource breaks as well prove nothing: its service has accepted them.
 */
function judgeRefusals(
  effect: Effect,
  refusals: readonly Refusal[],
  findKnown: () => readonly Refusal[],
): { problems: Finding[]; warnings: Finding[] } {
  const judged: { problems: Finding[]; warnings: Finding[] } = { problems: [], warnings: [] };
  if (refusals.length === 0) return judged;
  const known = new Set(effect === "create" ? [] : findKnown().map(formatKey));
  for (const refusal of refusals) {
    const isKnown = known.has(formatKey(refusal));
    if (isKnown && effect === "update") continue;
    const isProblem = effect === "replacement" && !isKnown && refusal.mayBeOutdated !== true;
    const reason = formatReason(refusal, isProblem, isKnown);
    judged[isProblem ? "problems" : "warnings"].push({
      path: refusal.path,
      message: `${refusal.message}. ${reason}`,
    });
  }
  return judged;
}

function formatReason({ code, mayBeOutdated }: Refusal, isProblem: boolean, isKnown: boolean): string {
  const named = code === undefined ? "" : ` (\`${code}\`)`;
  if (mayBeOutdated === true) return `The public service has refused this${named}, but may accept it now`;
  const refused = `The public service refuses this${named}`;
  if (isProblem) return `${refused}, and the replacement would delete the existing resource first`;
  return isKnown ? `${refused}, but the existing resource was accepted with it` : refused;
}

function formatKey({ path, message }: Finding): string {
  return JSON.stringify([path, message]);
}
