import { ProviderError } from "../contract/providerError.js";
import { isAbsent, type Json, type PropertyMap, UNKNOWN } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { PLACEHOLDER } from "../schema/secret.js";
import type { KnownSecrets } from "../text/knownSecrets.js";
import { briefForeign, foreign, joinTexts, listForeign, type Message, message } from "../text/message.js";
import { type Fields, getField } from "./fields.js";

export interface ConflictingField {
  path: string;
  /** The last known value. */
  before: Json;
  /** Whether `before` is the value when the record was first read. Default: it is the value in the state. */
  isNew?: boolean;
  /** The declared value. Absent for a delete. */
  wanted?: { value: Json };
  live: Json;
}

export interface ConflictOptions {
  /** Secrets of the resource. The values of a field that has one are hidden. Default: none. */
  secrets?: KnownSecrets | undefined;
  /** Whether the values of a field are hidden. Default: no. */
  isSecretPath?: ((path: string) => boolean) | undefined;
}

/**
 * A field to change has an unknown value. Another client has set it, or a killed update of this stack, which cannot be told
 * apart.
 */
export class ConflictError extends ProviderError {
  override readonly name = "ConflictError";

  /** @param isStored whether the state keeps a new resource, because an earlier update of this run has an unknown outcome */
  constructor(conflicts: readonly ConflictingField[], options: ConflictOptions = {}, isStored = false) {
    const fields = conflicts.map(({ path }) => path);
    const lines = conflicts.slice(0, MOST_SHOWN).map((one) => message`\n  ${formatConflict(one, options)}`);
    super(
      message`${listForeign(fields)} changed in the meantime, by another client or an interrupted update of this stack; nothing was overwritten.${joinTexts(lines, "")}`,
      "notApplied",
      findHint(conflicts, isStored),
    );
  }
}

function findHint(conflicts: readonly ConflictingField[], isStored: boolean): string {
  if (!isStored && conflicts.every(({ isNew }) => isNew)) return START_AGAIN;
  return conflicts.every(({ wanted }) => wanted === undefined) ? REFRESH_TO_DELETE : REFRESH;
}

const REFRESH_TO_DELETE =
  "`pulumi refresh` shows the current values; after that, `pulumi destroy` deletes it.";
const REFRESH =
  "`pulumi refresh` shows the current values; the next `pulumi up` then applies those of the program.";
const START_AGAIN = "check the record; the next `pulumi up` starts from its current values.";

/** Maximum number of fields with their values. */
const MOST_SHOWN = 10;

/** `phoneNumber: "+1" in the state, "+2" in the program, "+9" at the service` */
function formatConflict(
  { path, before, isNew, wanted, live }: ConflictingField,
  options: ConflictOptions,
): Message {
  const values: FieldValue[] = [
    [before, isNew ? "when first read" : "in the state"],
    ...(wanted === undefined ? [] : [[wanted.value, "in the program"] as const]),
    [live, "at the service"],
  ];
  return formatFieldValues(path, values, options);
}

/** A value, and where or when the field has it. */
export type FieldValue = readonly [Json, string];

/** Formats values of a field. If one value is a secret, so are the others, which are its former and next values. */
export function formatFieldValues(
  path: string,
  values: readonly FieldValue[],
  { isSecretPath, secrets }: ConflictOptions,
): Message {
  const isHidden =
    isSecretPath?.(path) === true || values.some(([value]) => secrets?.isIn(formatValue(value)));
  const texts = values.map(([value, place]) =>
    isHidden ? `${PLACEHOLDER} ${place}` : message`${briefForeign(formatValue(value))} ${place}`,
  );
  return message`${foreign(path)}: ${joinTexts(texts, ", ")}`;
}

function formatValue(value: Json): string {
  if (isAbsent(value)) return "nothing";
  const text = JSON.stringify(value);
  return text.includes(UNKNOWN) ? "not known yet" : text;
}

/** A program declares both spellings of a field, and they mean different things. */
export class UnequalSpellingsError extends ProviderError {
  override readonly name = "UnequalSpellingsError";

  constructor(
    paths: readonly string[],
    declared: Fields,
    answer: PropertyMap,
    { schema, ...options }: ConflictOptions & { schema: ResourceSchema },
  ) {
    const texts = paths.map((path) => {
      const live = getField(schema, answer, path);
      return formatFieldValues(
        path,
        [
          [declared[path], "in the program"],
          [live, "at the service"],
        ],
        options,
      );
    });
    super(
      message`${listForeign(paths)} are two spellings of the same field, and mean different values. ${joinTexts(texts, "; ")}.`,
      "notApplied",
      "declare one of them.",
    );
  }
}

/** The record does not exist, and this operation does not create it. */
export class RecordGoneError extends ProviderError {
  override readonly name = "RecordGoneError";

  constructor(text: string, hint = CHECK_IDS) {
    super(text, "notApplied", hint);
  }
}

const CHECK_IDS =
  "check the ids. This resource does not create records: create the record at the service, or remove the resource " +
  "from the program (and from the state with `pulumi refresh`).";
