import { isDeepStrictEqual } from "node:util";
import { explainHowToSet } from "../contract/configuration.js";
import type { Autonaming, Context } from "../contract/lifecycle.js";
import type { Settings } from "../contract/settings.js";
import { canonicalize, withOldSecrets } from "../schema/canonical.js";
import { findColourMarks } from "../schema/colourMarks.js";
import { type Change, listChanges } from "../schema/compare.js";
import { findPlainCredentials } from "../schema/credentials.js";
import type { Finding } from "../schema/finding.js";
import { inspect } from "../schema/inspect.js";
import { isAbsent, isUnknown, type PropertyMap, someValue, withoutAbsent } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { findMissingSecrets } from "../schema/missingSecrets.js";
import { pickArguments } from "../schema/project.js";
import { formatObjectKey } from "../schema/resourceId.js";
import { revealOne } from "../schema/secret.js";
import { listMarkedPaths, replaceValues, reveal, withSecretsOf } from "../schema/secretTree.js";
import { message, type Text, toText } from "../text/message.js";
import { explainMissing, warnOfSettings, withConfigured } from "./configuredArguments.js";
import { isReason, newMarks } from "./diff.js";
import type { PathNames } from "./pathNames.js";
import { type Effect, judgeRefusals } from "./refusals.js";
import type { ResourceKind } from "./resourceKind.js";
import { type ResourceInputs, type ResourceProperties, revealArguments } from "./resourceProperties.js";
import type { Declaration } from "./runRegistry.js";
import { formatUnignored, formatUnsentSecrets } from "./warnings.js";

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

/**
 * The inputs for the state, or all problems. Without a change, the inputs are `olds`. A failure begins with its path, because the
 * engine would print the value beside the name of a property.
 */
type CheckResult = { inputs: ResourceProperties } | { failures: string[] };

/** Adds configured and known values to inputs, validates them, and keeps the old spelling of unchanged values. */
export async function check(
  kind: ResourceKind,
  request: CheckRequest,
  context: Context,
): Promise<CheckResult> {
  const { olds, news } = request;
  const failed = (findings: Failure[]): CheckResult => ({
    failures: findings.map(({ path, message: text }) => {
      const failure = path === "" ? text : message`${kind.paths.shown(path)}: ${text}`;
      return toText(failure, context.runtime.secrets);
    }),
  });
  if (olds !== undefined) kind.run.add(news.urn, { existing: revealArguments(olds) });
  const completed = completeArguments(kind, request, context.settings);
  const problems = findProblems(kind, request, completed, context);
  if (problems.length > 0) return failed(problems);
  warnOfSettings(kind.schema, { ...completed, news: revealArguments(news) }, context);
  const result = await kind.resolvedIds.resolve(completed.args, completed.priorArgs, context);
  if ("problems" in result) return failed(result.problems);
  const resolved = result.args;
  if (olds === undefined) warnOfUnignored(kind, news.urn, resolved, context);
  kind.run.add(news.urn, { declared: resolved });
  const marked = { ...news, value: withSecretsOf(news.value, resolved) };
  const inputs = olds === undefined ? marked : canonicalizeInputs(kind, marked, olds, context);
  const kept = findRetainedReplacement(kind, request, inputs, context.settings);
  if (kept.length > 0) return failed(kept);
  const conflict = claimObject(kind, inputs, olds !== undefined);
  return conflict === undefined ? { inputs } : failed([{ path: "", message: conflict }]);
}

interface CompletedArguments {
  /** The arguments in the state; empty for a new resource. */
  oldArgs: PropertyMap;
  /** The arguments in the state, or those of the predecessor in a replacement. */
  priorArgs: PropertyMap;
  completed: PropertyMap;
  args: PropertyMap;
}

/**
 * Completes the arguments of the program in the order of precedence: declared, configured, known from the state or an earlier
 * check, default.
 */
function completeArguments(
  { schema, lifecycle, resolvedIds, run }: ResourceKind,
  { olds, news, autonaming }: CheckRequest,
  settings: Settings,
): CompletedArguments {
  const { urn } = news;
  const oldArgs = olds === undefined ? {} : revealArguments(olds);
  // A replacement keeps the default values of its predecessor.
  const { existing = {}, declared = {} } = run.get(urn);
  const priorArgs = olds === undefined ? existing : oldArgs;
  const configured = withConfigured(schema, revealArguments(news), settings);
  const known = resolvedIds.withKnown(configured, [oldArgs, declared]);
  const completed = lifecycle.withDefaults?.(known, { urn, priorArgs, autonaming }) ?? known;
  return { oldArgs, priorArgs, completed, args: pickArguments(schema, completed) };
}

/** Lists the problems of the configuration and the arguments, removed secrets first, and logs warnings. */
function findProblems(
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

/**
 * Keeps old spellings, and old secrets if only secrets differ. Inputs that need no update stay unchanged: the engine keeps the
 * old outputs, and a refresh would show other inputs as drift.
 */
function canonicalizeInputs(
  { schema, paths }: ResourceKind,
  news: ResourceProperties,
  olds: ResourceProperties,
  { log, settings }: Context,
): ResourceProperties {
  // Most resources have not changed, and this comparison is faster than the rules below.
  if (isDeepStrictEqual(news.value, olds.value)) return olds;
  const value = canonicalize(schema, news.value, olds.value);
  const found = listChanges(schema, olds.value, value);
  if (found.some(isReason(news.value, settings))) return { ...news, value };
  const differing = found.filter(({ after }) => !someValue(reveal(after), isUnknown)).map(({ path }) => path);
  if (differing.length > 0) log.warn(formatUnsentSecrets(differing.map((path) => paths.shown(path))));
  if (newMarks(schema, olds.value, value).length === 0) return olds;
  return { ...news, value: withOldSecrets(schema, value, olds.value) };
}

/**
 * Warns of paths that a replacement changes although `ignoreChanges` lists them. The engine checks a replacement twice, and
 * ignores these changes only the first time.
 */
function warnOfUnignored(
  { schema, paths, run }: ResourceKind,
  urn: string | undefined,
  resolved: PropertyMap,
  { log }: Context,
): void {
  // The arguments of the first check, with the old values at the ignored paths.
  const { existing, declared } = run.get(urn);
  if (existing === undefined || declared === undefined) return;
  const unignored = listChanges(schema, declared, resolved)
    .filter(({ before, after }) => !isDeepStrictEqual(before, after))
    .map(({ path }) => path);
  if (unignored.length > 0) log.warn(formatUnignored(paths.list(unignored)));
}

/** The changes that replace the object at the service, although `retainOnDelete` keeps it. */
function findRetainedReplacement(
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
  return listChanges(schema, oldArgs, args)
    .filter(isReason(args, settings))
    .filter((change) => change.createOnly || isReplaced?.(change) === true);
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

/** Registers the object that a resource declares, unless another resource of the program also declares it. */
function claimObject(
  { lifecycle, run, paths }: ResourceKind,
  inputs: ResourceProperties,
  exists: boolean,
): Text | undefined {
  const { urn } = inputs;
  const object = lifecycle.manages?.(revealArguments(inputs));
  if (urn === undefined || object === undefined) return undefined;
  const conflict = run.declaredObjects.findConflict(urn, object);
  if (conflict !== undefined) return explainConflict(conflict, urn, paths);
  run.declaredObjects.register(urn, object, exists);
  return undefined;
}

type Failure = { path: string; message: Text };

function explainConflict(other: Declaration, urn: string, paths: PathNames): Text {
  const both = `declared twice in this program: as ${other.urn} and as ${urn}.`;
  return other.fields === undefined
    ? `${both} Remove one of them, or correct its name or id.`
    : message`${paths.list(other.fields)}: ${both} Declare each field of a record in only one resource.`;
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
