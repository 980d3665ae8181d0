import { ProviderError } from "../contract/providerError.js";
import { ServiceError } from "../http/serviceError.js";
import { isAbsent, type Json } from "../schema/json.js";
import { PLACEHOLDER } from "../schema/secret.js";
import type { KnownSecrets } from "../text/knownSecrets.js";
import { foreign, joinTexts, listForeign, type Message, message } from "../text/message.js";

/**
 * The record is not the one whose entity tag was sent. The documents do not show the answer: the service says 409
 * with a code for it, services of this family 412, and 400 where it cannot make anything of the tag. Other 409s
 * are other errors.
 */
export function isTagConflict(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError)) return false;
  if (error.status === 412) return true;
  if (error.status === 409) return error.hasCode("Request_EntityChanged");
  return error.status === 400 && error.hasCode("BadRequest_InvalidToken");
}

/** A field with an unexpected value. */
export interface ConflictingField {
  path: string;
  /** The value that was last seen here. */
  before: Json;
  /** The value that the program declares. Absent where it is about to be deleted. */
  wanted?: { value: Json };
  live: Json;
}

/** What a conflict needs of the surroundings of a resource. */
export interface ConflictOptions {
  /** False while the record is brought under management: there is no state yet to refresh. Default: yes. */
  isManaged?: boolean | undefined;
  /** Secrets of the resource: a field that holds one is a secret. Default: none. */
  secrets?: KnownSecrets | undefined;
  /** Whether a field is a secret: none of its values is shown. Default: no. */
  isSecretPath?: ((path: string) => boolean) | undefined;
}

/**
 * A field that was about to be changed has an unexpected value. Another client has set it, or an update of this stack
 * that was killed before it could say so: the two look the same.
 */
export class ConflictError extends ProviderError {
  override readonly name = "ConflictError";
  readonly isManaged: boolean;
  /** Paths of the fields that hold neither the value last seen here nor the one to be set. */
  readonly fields: string[];

  constructor(conflicts: readonly ConflictingField[], options: ConflictOptions = {}) {
    const { isManaged = true } = options;
    const fields = conflicts.map(({ path }) => path);
    const lines = conflicts.slice(0, MOST_SHOWN).map((one) => message`\n  ${formatConflict(one, options)}`);
    super(
      message`${listForeign(fields)} changed in the meantime, by another client or an interrupted update of this stack; nothing was overwritten.${joinTexts(lines, "")}`,
    );
    this.isManaged = isManaged;
    this.fields = fields;
  }
}

/** Fields whose values are shown, and characters of each value. */
const MOST_SHOWN = 10;
const LONGEST_VALUE = 100;

/** `phoneNumber: "+1" in the state, "+2" in the program, "+9" at the service`. */
function formatConflict(
  { path, before, wanted, live }: ConflictingField,
  { isManaged = true, isSecretPath, secrets }: ConflictOptions,
): Message {
  const values: (readonly [Json, string])[] = [
    [before, isManaged ? "in the state" : "when first read"],
    ...(wanted === undefined ? [] : [[wanted.value, "in the program"] as const]),
    [live, "at the service"],
  ];
  // If one of the values is a secret, the field is one: the others are its former and next values.
  const isHidden =
    isSecretPath?.(path) === true || values.some(([value]) => secrets?.isIn(formatValue(value)));
  const texts = values.map(([value, place]) =>
    isHidden ? `${PLACEHOLDER} ${place}` : message`${foreign(formatValue(value), LONGEST_VALUE)} ${place}`,
  );
  return message`${foreign(path)}: ${joinTexts(texts, ", ")}`;
}

function formatValue(value: Json): string {
  return isAbsent(value) ? "nothing" : JSON.stringify(value);
}

/** The record is not there, and this provider does not create records. */
export class RecordGoneError extends ProviderError {
  override readonly name = "RecordGoneError";
}
