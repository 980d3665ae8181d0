import { isDeepStrictEqual } from "node:util";
import type { Context } from "../contract/lifecycle.js";
import type { Settings } from "../contract/settings.js";
import { canonicalize, withOldSecrets } from "../schema/canonical.js";
import { listChanges } from "../schema/compare.js";
import { isUnknown, type PropertyMap, someValue } from "../schema/json.js";
import { pickArguments } from "../schema/project.js";
import { reveal, withSecretsOf } from "../schema/secretTree.js";
import { message, type Text, toText } from "../text/message.js";
import {
  type CheckRequest,
  type CompletedArguments,
  type Failure,
  findProblems,
  findRetainedReplacement,
} from "./argumentProblems.js";
import { warnOfSettings, withConfigured } from "./configuredArguments.js";
import { isReason, newMarks } from "./diff.js";
import type { PathNames } from "./pathNames.js";
import type { ResourceKind } from "./resourceKind.js";
import { type ResourceProperties, revealArguments } from "./resourceProperties.js";
import type { Declaration } from "./runRegistry.js";
import { formatUnignored, formatUnsentSecrets } from "./warnings.js";

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
  const differing = found
    .filter(({ secret, after }) => secret && !someValue(reveal(after), isUnknown))
    .map(({ path }) => path);
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

function explainConflict(other: Declaration, urn: string, paths: PathNames): Text {
  const both = `declared twice in this program: as ${other.urn} and as ${urn}.`;
  return other.fields === undefined
    ? `${both} Remove one of them, or correct its name or id.`
    : message`${paths.list(other.fields)}: ${both} Declare each field of a record in only one resource.`;
}
