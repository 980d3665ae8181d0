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
import { message, type Text } from "../text/message.js";
import { toText } from "../text/toText.js";
import { explainMissing, withConfigured } from "./configuredArguments.js";
import type { Declaration } from "./declaredObjects.js";
import { isReason, newMarks } from "./diff.js";
import type { PathNames } from "./pathNames.js";
import { type Effect, judgeRefusals } from "./refusals.js";
import type { ResourceKind } from "./resourceKind.js";
import { type ResourceInputs, type ResourceProperties, revealArguments } from "./resourceProperties.js";
import { warnOfSettings } from "./settingWarnings.js";
import { formatUnignored, formatUnsentSecrets } from "./warnings.js";

export interface CheckRequest<Properties extends ResourceProperties = ResourceProperties> {
  /** The inputs in the state; undefined for a new resource. */
  before: Properties | undefined;
  /** The inputs of the program. */
  after: Properties;
  /** Whether the program sets `retainOnDelete`. */
  isRetained: boolean;
  /** Whether the program requests a replacement for a change (`replaceOnChanges`). Default: no. */
  isReplaced?(change: Change): boolean;
  /** Default: the lifecycle generates names. */
  autonaming?: Autonaming | undefined;
}

/**
 * The inputs for the state, or all problems. Without a change, the inputs are those in the state. A failure begins with its path,
 * because the engine would print the value beside the name of a property.
 */
export type CheckResult<Properties> = { inputs: Properties } | { failures: string[] };

/** Adds configured and known values to inputs, validates them, and keeps the old spelling of unchanged values. */
export async function check<Properties extends ResourceProperties>(
  kind: ResourceKind,
  request: CheckRequest<Properties>,
  context: Context,
): Promise<CheckResult<Properties>> {
  const { before, after } = request;
  const failed = (findings: Failure[]): CheckResult<Properties> => ({
    failures: findings.map(({ path, message: text }) => {
      const failure = path === "" ? text : message`${kind.paths.shown(path)}: ${text}`;
      return toText(failure, context.runtime.secrets);
    }),
  });
  if (before !== undefined) kind.run.add(after.urn, { existing: revealArguments(before) });
  const args = completeArguments(kind, request, context.settings);
  const problems = findProblems(kind, request, args, context);
  if (problems.length > 0) return failed(problems);
  warnOfSettings(kind.schema, { ...args, own: revealArguments(after) }, context);
  const resolved = await kind.resolvedIds.resolve(args.given, args.known, context);
  if ("problems" in resolved) return failed(resolved.problems);
  if (before === undefined) warnOfUnignored(kind, after.urn, resolved.args, context);
  kind.run.add(after.urn, { declared: resolved.args });
  const declared = { ...after, value: withSecretsOf(after.value, resolved.args) };
  const inputs = before === undefined ? declared : canonicalizeInputs(kind, declared, before, context);
  const kept = findRetainedReplacement(kind, request, inputs, context.settings);
  if (kept.length > 0) return failed(kept);
  const conflict = claimObject(kind, inputs, before !== undefined);
  return conflict === undefined ? { inputs } : failed([{ path: "", message: conflict }]);
}

interface CompleteArguments {
  /** The arguments in the state. */
  old: PropertyMap;
  /** The arguments in the state, or those of the predecessor in a replacement. */
  known: PropertyMap;
  /** The inputs of the program with configured values, default values and known ids. */
  complete: PropertyMap;
  given: PropertyMap;
}

/**
 * Completes the arguments of the program in the order of precedence: declared, configured, known from the state or an earlier
 * check, default.
 */
function completeArguments(
  { schema, lifecycle, resolvedIds, run }: ResourceKind,
  { before, after, autonaming }: CheckRequest,
  settings: Settings,
): CompleteArguments {
  const { urn } = after;
  const old = before === undefined ? {} : revealArguments(before);
  // A replacement keeps the default values of its predecessor.
  const { existing = {}, declared = {} } = run.get(urn);
  const known = before === undefined ? existing : old;
  const configured = resolvedIds.withKnown(withConfigured(schema, revealArguments(after), settings), [
    old,
    declared,
  ]);
  const complete = lifecycle.withDefaults?.(configured, { urn, before: known, autonaming }) ?? configured;
  return { old, known, complete, given: pickArguments(schema, complete) };
}

/** Lists the problems of the configuration and the arguments, removed secrets first, and logs warnings. */
function findProblems(
  kind: ResourceKind,
  request: CheckRequest,
  args: CompleteArguments,
  context: Context,
): Failure[] {
  const { old, complete, given } = args;
  const { schema, lifecycle, resolvedIds } = kind;
  const problems = [
    ...context.settings.problems(lifecycle.service, lifecycle.profile),
    ...resolvedIds.problems(revealArguments(request.after), old),
  ];
  // Unchanged inputs are valid, so a preview without changes does not load the validator.
  const isUnchanged = request.before !== undefined && isDeepStrictEqual(given, old);
  if (isUnchanged) warnOf(inspect(schema, withoutAbsent(complete)).warnings, kind, context);
  else problems.push(...validate(kind, request, args, context));
  const removed = findRemovedSecrets(schema, request, given);
  return [
    ...removed.map((path) => ({ path, message: REMOVED_SECRET })),
    ...problems.filter(({ path }) => !removed.includes(path)),
  ];
}

/**
 * Keeps old spellings, and old secrets if only secrets differ. Inputs that need no update stay unchanged: the engine keeps the
 * old outputs, and a refresh would show other inputs as drift.
 */
function canonicalizeInputs<Inputs extends ResourceInputs>(
  { schema, paths }: ResourceKind,
  given: Inputs,
  before: Inputs,
  { log, settings }: Context,
): Inputs {
  // Most resources have not changed, and this comparison is faster than the rules below.
  if (isDeepStrictEqual(given.value, before.value)) return before;
  const value = canonicalize(schema, given.value, before.value);
  const found = listChanges(schema, before.value, value);
  if (found.some(isReason(given.value, settings))) return { ...given, value };
  const differing = found.filter(({ after }) => !someValue(reveal(after), isUnknown)).map(({ path }) => path);
  if (differing.length > 0) log.warn(formatUnsentSecrets(differing.map((path) => paths.shown(path))));
  if (newMarks(schema, before.value, value).length === 0) return before;
  return { ...given, value: withOldSecrets(schema, value, before.value) };
}

/**
 * Warns of paths that a replacement changes although `ignoreChanges` lists them. The engine checks a replacement twice, and
 * ignores these changes only the first time.
 */
function warnOfUnignored(
  { schema, paths, run }: ResourceKind,
  urn: string | undefined,
  args: PropertyMap,
  { log }: Context,
): void {
  // The arguments of the first check, with the old values at the ignored paths.
  const { existing, declared } = run.get(urn);
  if (existing === undefined || declared === undefined) return;
  const unignored = listChanges(schema, declared, args)
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
  const { before, isRetained } = request;
  const { retainedReplacementProblem } = lifecycle;
  if (!isRetained || before === undefined || retainedReplacementProblem === undefined) return [];
  return listReplacing(schema, request, revealArguments(before), revealArguments(inputs), settings).map(
    ({ path }) => ({ path, message: retainedReplacementProblem }),
  );
}

/** The changes for which the engine deletes the existing object, and then creates it again under the same id. */
function listReplacing(
  schema: ResourceSchema,
  { isReplaced }: CheckRequest,
  old: PropertyMap,
  args: PropertyMap,
  settings: Settings,
): Change[] {
  if (!isSameObject(schema, old, args)) return [];
  return listChanges(schema, old, args)
    .filter(isReason(args, settings))
    .filter((change) => change.createOnly || isReplaced?.(change) === true);
}

function isSameObject(schema: ResourceSchema, old: PropertyMap, args: PropertyMap): boolean {
  const key = formatObjectKey(schema, old);
  return key !== undefined && key === formatObjectKey(schema, args);
}

/**
 * The engine checks a replacement again without the old inputs. Only that check sees one of `replaceOnChanges` in the native
 * protocol. A replacement of `pulumi up --replace` looks like a create, because its only check has no old inputs.
 */
function findEffect(
  { schema }: ResourceKind,
  request: CheckRequest,
  { known, given }: CompleteArguments,
  settings: Settings,
): Effect {
  if (request.before === undefined) return isSameObject(schema, known, given) ? "replacement" : "create";
  return listReplacing(schema, request, known, given, settings).length > 0 ? "replacement" : "update";
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
  { before, after }: CheckRequest,
  given: PropertyMap,
): string[] {
  // New inputs with required secrets come from an import, which the engine also checks.
  if (before?.requiredSecrets === undefined || after.requiredSecrets !== undefined) return [];
  const required = before.requiredSecrets;
  // Restores the old spelling of names, because the required paths contain it.
  const missing = findMissingSecrets(schema, canonicalize(schema, given, revealArguments(before)));
  return missing.filter((path) => required.some((one) => revealOne(one) === path));
}

/** Lists the problems of new arguments, and logs the warnings. */
function validate(
  kind: ResourceKind,
  request: CheckRequest,
  args: CompleteArguments,
  context: Context,
): Finding[] {
  const { before, after, autonaming } = request;
  const { complete, given, known } = args;
  const found = kind.validate(complete);
  const effect = findEffect(kind, request, args, context.settings);
  const judged = judgeRefusals(effect, found.refusals, () => kind.validate(known).refusals);
  const hints = findPlainCredentials(kind.schema, withSecretsOf(after.value, given), before?.value ?? {});
  // The first check of a replacement has logged these warnings.
  const refusals = effect === "replacement" && before === undefined ? [] : judged.warnings;
  warnOf([...found.warnings, ...refusals, ...hints], kind, context);
  for (const name of [...listMarkedPaths(kind.schema, after.value)].filter((path) => kind.isIdentity(path))) {
    context.log.warn(
      `${name}: part of the resource's id, which Pulumi displays and stores in plain text, so it cannot be a secret.`,
    );
  }
  return [
    ...found.problems.map((problem) => explainMissing(kind.schema, problem, autonaming)),
    ...findMissingInProfile(kind.schema, given, context.settings),
    ...findNewer(kind, given, context.settings),
    ...findColourMarks(kind.schema, given),
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
