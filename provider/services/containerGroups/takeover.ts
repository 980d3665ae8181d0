import type { Unchecked } from "../../contract/definition.js";
import { ProviderError } from "../../contract/providerError.js";
import type { ContainerGroupInputs, ContainerGroupState } from "../../generated/lifecycleTypes.js";
import { canonicalize } from "../../schema/canonical.js";
import { type Change, listChanges, meansAbsent } from "../../schema/compare.js";
import { hidePlainCredentials } from "../../schema/credentials.js";
import { isAbsent, isObject, isUnknown, type Json } from "../../schema/json.js";
import { isBodyField, isMap, isResponseOnly, type Schema } from "../../schema/keywords.js";
import { findUndeclaredSecrets } from "../../schema/missingSecrets.js";
import { formatItemPath, indexByKey, joinPath } from "../../schema/path.js";
import { pickArguments, projectArguments } from "../../schema/project.js";
import { listUnanswered, saysNothing } from "../../schema/unanswered.js";
import type { KnownSecrets } from "../../text/knownSecrets.js";
import { foreign, joinTexts, listForeign, message, type Text } from "../../text/message.js";
import { containerGroupSchema as schema } from "./schema.js";

/** A group of the declared name exists, and a PUT of the declared one could not be undone. */
export class GroupExistsError extends ProviderError {
  override readonly name = "GroupExistsError";

  /** @param differences those that prevent the takeover */
  constructor(
    id: string,
    readonly differences: Differences,
  ) {
    const { paths, undeclaredSecrets } = differences;
    const facts: Text[] = [];
    if (paths.length > 0)
      facts.push(message`${id} already exists and differs from the program: ${listForeign(paths)}.`);
    if (undeclaredSecrets.length > 0)
      facts.push(
        message`${id} already exists and may hold secrets that the program does not declare: ${listForeign(undeclaredSecrets)}.`,
      );
    super(joinTexts([...facts, "Nothing was changed."], " "));
  }
}

export interface Differences {
  /** Values that a PUT would change or remove. */
  paths: string[];
  /** The values of these paths, where both may be shown. */
  values: ReadonlyMap<string, Pick<Change, "before" | "after">>;
  /** Values that a PUT would remove. */
  removed: string[];
  /** Secrets that a PUT would remove for good: the service does not return them. */
  undeclaredSecrets: string[];
  /** Whether an update could make the group what is declared. */
  isAdoptable: boolean;
}

/** What a PUT of the declared group would change of the existing one; declared secrets cannot be compared. */
export function findDifferences(
  args: ContainerGroupInputs,
  answer: Unchecked<ContainerGroupState>,
): Differences {
  const live = projectArguments(schema, args, answer);
  const changed = listChanges(schema, live, args).filter(({ secret }: Change) => !secret);
  const removed = [
    ...changed.filter(({ after }) => isAbsent(after)).map(({ path }) => path),
    ...undeclared(schema, args, answer, ""),
  ];
  const credentials = [args, live].flatMap((value) => hidePlainCredentials(schema, { ...value }).paths);
  return {
    paths: [
      ...new Set([...changed.map(({ path }) => path), ...listUnanswered(schema, args, answer), ...removed]),
    ],
    values: new Map(
      changed
        .filter(({ path, before, after }) => isShort(before) && isShort(after) && !credentials.includes(path))
        .map(({ path, before, after }) => [path, { before, after }]),
    ),
    // The service may set tags itself, so that they are no conflict; the PUT has none.
    removed: [...new Set(removed), ...(isAbsent(args.tags) && !saysNothing(answer.tags) ? ["tags"] : [])],
    undeclaredSecrets: findUndeclaredSecrets(schema, { ...args }, canonicalize(schema, answer, { ...args })),
    isAdoptable: !changed.some(({ createOnly }) => createOnly),
  };
}

/** A value that a line can show: objects may hold secrets. */
function isShort(value: Json): boolean {
  return typeof value === "boolean" || typeof value === "number" || typeof value === "string";
}

/** Says field by field what a takeover changes, with values that are no secrets, and what it removes. */
export function formatDifferences({ paths, values, removed }: Differences, secrets: KnownSecrets): Text {
  const changes = paths
    .filter((path) => !removed.includes(path))
    .map((path) => {
      const pair = values.get(path);
      // The live value of a field that the program has a secret for is one, too.
      if (pair === undefined || secrets.isIn(String(pair.after))) return foreign(path);
      const [before, after] = [pair.before, pair.after].map((value) =>
        isUnknown(value) ? "unknown" : JSON.stringify(value),
      );
      return foreign(`${path} (${before} => ${after})`);
    });
  const facts = [
    ...(changes.length > 0 ? [message`Changed by the adoption: ${joinTexts(changes, ", ")}.`] : []),
    ...(removed.length > 0
      ? [
          message`Removed by the adoption: ${joinTexts(
            removed.map((path) => foreign(path)),
            ", ",
          )}.`,
        ]
      : []),
  ];
  return facts.length > 0 ? joinTexts(facts, " ") : "The adoption changes no field that the service returns.";
}

/**
 * Values that are not declared and that the service does not fill in: another client has set them, and a PUT would remove them.
 * The service fills in single values and empty lists; `mayBeFilledIn` names the exceptions.
 */
function undeclared(field: Schema | undefined, declared: Json, live: Json, path: string): string[] {
  if (field === undefined || isResponseOnly(field) || field.secret === true || !isBodyField(field)) return [];
  if (meansAbsent(field, declared)) return field.mayBeFilledIn === true ? [] : setByOthers(field, live, path);
  if (field.listType === "map" && Array.isArray(declared) && Array.isArray(live)) {
    const own = indexByKey(field, declared);
    const others = indexByKey(field, live);
    return [...(own ?? [])].flatMap(([key, item]) =>
      undeclared(field.items, item, others?.get(key), formatItemPath(field, path, item, 0)),
    );
  }
  if (!isObject(declared) || !isObject(live)) return [];
  return Object.entries(field.properties ?? {}).flatMap(([name, child]) =>
    undeclared(child, declared[name], live[name], joinPath(path, name)),
  );
}

/** Where a value of no declared field is: in the lists of an object, else in the object itself. */
function setByOthers(field: Schema, live: Json, path: string): string[] {
  if (Array.isArray(live) || isMap(field)) return saysNothing(live) ? [] : [path];
  if (!isObject(live)) return [];
  const inLists = Object.entries(field.properties ?? {}).flatMap(([name, child]) =>
    undeclared(child, undefined, live[name], joinPath(path, name)),
  );
  if (inLists.length > 0) return inLists;
  const isNone = typeof live.type === "string" && live.type.toLowerCase() === "none";
  return isNone || saysNothing(pickArguments(field, live)) ? [] : [path];
}
