import type { Unchecked } from "../../contract/definition.js";
import { ProviderError } from "../../contract/providerError.js";
import type { ContainerGroupInputs, ContainerGroupState } from "../../generated/lifecycleTypes.js";
import { isInProgress } from "../../resourceManager/provisioning.js";
import { canonicalize } from "../../schema/canonical.js";
import { type Change, holdsCreateOnly, listChanges, meansAbsent } from "../../schema/compare.js";
import { hidePlainCredentials } from "../../schema/credentials.js";
import { isAbsent, isObject, isUnknown, type Json, someValue } from "../../schema/json.js";
import { isBodyField, isMap, isResponseOnly, type Schema } from "../../schema/keywords.js";
import { findUndeclaredSecrets } from "../../schema/missingSecrets.js";
import { formatItemPath, indexByKey, joinPath } from "../../schema/path.js";
import { isEmptyValue, listUnanswered, projectArguments } from "../../schema/project.js";
import type { KnownSecrets } from "../../text/knownSecrets.js";
import { briefForeign, foreign, joinTexts, listForeign, message, type Text } from "../../text/message.js";
import { formatGroupName, type GroupAddress } from "./identity.js";
import { containerGroupSchema as schema } from "./schema.js";

/** A group with the declared name exists, and a PUT would make changes that cannot be undone. */
export class GroupExistsError extends ProviderError {
  override readonly name = "GroupExistsError";

  /** @param differences the differences that prevent the takeover */
  constructor(
    address: GroupAddress,
    readonly differences: Differences,
    secrets: KnownSecrets,
  ) {
    const { paths, values, undeclaredSecrets } = differences;
    const group = formatGroupName(address);
    const facts: Text[] = [];
    if (paths.length > 0) {
      const shown = paths
        .slice(0, MOST_SHOWN)
        .map((path) => formatDifference(path, values.get(path), secrets));
      const left = paths.length - shown.length;
      const more = left > 0 ? [`… and ${left} more`] : [];
      facts.push(
        message`${group} already exists and differs from the program: ${joinTexts([...shown, ...more], ", ")}.`,
      );
    }
    if (undeclaredSecrets.length > 0)
      facts.push(
        message`${group} already exists and may hold secrets that the program does not declare: ${listForeign(undeclaredSecrets)}.`,
      );
    super(joinTexts([...facts, "Nothing was changed."], " "), "notApplied", formatRemedy(differences));
  }
}

function formatRemedy({ paths, isAdoptable, undeclaredSecrets }: Differences): string {
  const needed = [
    ...(undeclaredSecrets.length > 0 ? [DECLARE_SECRETS] : []),
    ...(isAdoptable ? [] : ["declare the fields that cannot change in place with their existing values"]),
    ...(paths.length > 0 ? ["set `adopt: true` on this resource"] : []),
  ];
  return `${IF_OWN} Otherwise, to adopt the group, ${needed.join(", and ")}; or choose another \`containerGroupName\`.`;
}

/** The hook does not know whether the engine replaces the group or creates it (`--replace`, `pulumi state taint`). */
const IF_OWN =
  "if this stack manages the group, set the resource option `deleteBeforeReplace: true` to replace it, or give a renamed " +
  "resource an alias.";

const DECLARE_SECRETS =
  "declare each of these secrets, or remove the object that it belongs to by declaring the list without it or the object as " +
  "empty (`volumes: []` removes all volumes, `diagnostics: {}` the destination of the logs)";

/** Number of differences that the error shows, and of characters of each path and value. */
const MOST_SHOWN = 10;

/** The values of a field: that of the group, and that of the program. */
type Values = Pick<Change, "before" | "after">;

export interface Differences {
  /** Paths that a PUT would change or remove, or may change because a preview does not know the declared value. */
  paths: string[];
  /** Those of `paths` whose declared values a preview does not know. */
  undecided: ReadonlySet<string>;
  /** The values of the paths where a message may show both. */
  values: ReadonlyMap<string, Values>;
  /** Paths that a PUT would remove. */
  removed: string[];
  /** Secrets that a PUT would remove permanently: the service does not return them. */
  undeclaredSecrets: string[];
  /** Whether an update in place could make the group as declared. */
  isAdoptable: boolean;
}

/**
 * Compares an existing group with the declared one. Declared secrets cannot be compared.
 *
 * @param keepsTags whether the service ignores the tags in a PUT of an existing group
 */
export function findDifferences(
  args: ContainerGroupInputs,
  answer: Unchecked<ContainerGroupState>,
  keepsTags = false,
): Differences {
  const live = projectArguments(schema, args, answer);
  const changed = listChanges(schema, live, args).filter(({ secret }: Change) => !secret);
  const undeclared = findUndeclared(schema, args, answer, "");
  const removed = [...changed.filter(({ after }) => isAbsent(after)), ...undeclared].map(({ path }) => path);
  // While a group is being provisioned, the service leaves out fields, for example a private address.
  const missing = isInProgress(answer.provisioningState) ? [] : listUnanswered(schema, args, answer);
  const unanswered = missing.map(({ path, declared }) => ({ path, before: undefined, after: declared }));
  const leftOut = FILLED_IN.filter((name) => name !== "tags" || !keepsTags).filter(
    (name) => isAbsent(args[name]) && !isEmptyValue(answer[name]),
  );
  const undecided = new Set(
    [...changed, ...unanswered].filter(({ after }) => someValue(after, isUnknown)).map(({ path }) => path),
  );
  const credentials = [args, live].flatMap((value) => hidePlainCredentials(schema, { ...value }).paths);
  return {
    paths: [...new Set([...[...changed, ...unanswered].map(({ path }) => path), ...removed])],
    values: new Map(
      [...unanswered, ...changed, ...undeclared]
        .filter(({ path, before, after }) => isShown(before) && isShown(after) && !credentials.includes(path))
        .map(({ path, before, after }) => [path, { before, after }]),
    ),
    removed: [...new Set([...removed, ...leftOut])],
    undeclaredSecrets: findUndeclaredSecrets(schema, { ...args }, canonicalize(schema, answer, { ...args })),
    undecided,
    isAdoptable: ![...changed, ...undeclared].some(
      ({ path, createOnly }) => createOnly && !undecided.has(path),
    ),
  };
}

/** The service may set these fields itself, so they are no conflict. The PUT removes them. */
const FILLED_IN = ["tags", "zones"] as const;

/** Whether a message can show the value. Objects may contain secrets. */
function isShown(value: Json): boolean {
  return isAbsent(value) || ["boolean", "number", "string"].includes(typeof value);
}

function formatDifference(path: string, values: Values | undefined, secrets: KnownSecrets): Text {
  const named = briefForeign(path);
  const shown = [values?.before, values?.after].filter((value) => !isAbsent(value));
  // If one of the values is a secret, the other may be one as well.
  if (values === undefined || shown.some((value) => secrets.isIn(String(value)))) return message`${named}`;
  return message`${named} (${formatValue(values.before)} => ${formatValue(values.after)})`;
}

function formatValue(value: Json): Text {
  if (isAbsent(value)) return "none";
  return isUnknown(value) ? "unknown" : message`${briefForeign(JSON.stringify(value))}`;
}

/** Lists the changes of a takeover by field, with values that are not secret, and the fields that it removes. */
export function formatDifferences(
  { paths, values, removed }: Differences,
  secrets: KnownSecrets,
): Text | undefined {
  const changes = paths
    .filter((path) => !removed.includes(path))
    .map((path) => formatDifference(path, values.get(path), secrets));
  const losses = removed.map((path) => foreign(path));
  const facts = [
    ...(changes.length > 0 ? [message`Changed by the adoption: ${joinTexts(changes, ", ")}.`] : []),
    ...(losses.length > 0 ? [message`Removed by the adoption: ${joinTexts(losses, ", ")}.`] : []),
  ];
  return facts.length > 0 ? joinTexts(facts, " ") : undefined;
}

type Undeclared = Pick<Change, "path" | "createOnly" | "before" | "after">;

/**
 * Finds values that the program does not declare and the service does not set itself (`mayBeFilledIn`). Another client set them,
 * and a PUT would remove them.
 */
function findUndeclared(field: Schema | undefined, declared: Json, live: Json, path: string): Undeclared[] {
  if (field === undefined || isResponseOnly(field) || field.secret === true || !isBodyField(field)) return [];
  if (meansAbsent(field, declared))
    return isSetByOthers(field, live)
      ? [{ path, createOnly: holdsCreateOnly(field, live), before: live, after: undefined }]
      : [];
  if (field.listType === "map" && Array.isArray(declared) && Array.isArray(live)) {
    const own = indexByKey(field, declared);
    const others = indexByKey(field, live);
    return [...(own ?? [])].flatMap(([key, item]) =>
      findUndeclared(field.items, item, others?.get(key), formatItemPath(field, path, item, 0)),
    );
  }
  if (!isObject(declared) || !isObject(live)) return [];
  return Object.entries(field.properties ?? {}).flatMap(([name, child]) =>
    findUndeclared(child, declared[name], live[name], joinPath(path, name)),
  );
}

function isSetByOthers(field: Schema, live: Json): boolean {
  if (field.mayBeFilledIn === true || isEmptyValue(live)) return false;
  if (!isObject(live) || isMap(field)) return !isEqual(field.mayBeFilledIn, live);
  if (isEqual("none", live.type)) return false;
  return Object.entries(field.properties ?? {}).some(
    ([name, child]) => findUndeclared(child, undefined, live[name], name).length > 0,
  );
}

function isEqual(value: Json, other: Json): boolean {
  return String(value).toLowerCase() === String(other).toLowerCase();
}
