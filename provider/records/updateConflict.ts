import { ServiceError } from "../http/errors/serviceError.js";
import { KnownSecrets } from "../http/redaction/knownSecrets.js";
import { ProviderError } from "../providerError.js";

/**
 * The record is not the one whose entity tag was sent. The documents do not show the answer: the service says 409
 * with a code of its own, services of this family 412, and 400 where it cannot make anything of the tag. Other 409s
 * are other errors.
 */
export function isTagConflict(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  if (error.status === 412) return true;
  if (error.status === 409) return error.code === "Request_EntityChanged";
  return error.status === 400 && error.code === "BadRequest_InvalidToken";
}

/**
 * A field that was about to be changed has an unexpected value. Another client has set it, or an update of this stack
 * that was killed before it could say so: the two look the same.
 */
export class ConflictError extends ProviderError {
  override readonly name = "ConflictError";
  readonly isManaged: boolean;

  /**
   * @param fields paths of the fields that hold neither the value last seen here nor the one to be set
   * @param lastSeen entity tag of the record as it was last seen here
   * @param now entity tag of the record as it is
   * @param options.isManaged false while the record is brought under management: there is no state yet to refresh
   * @param options.secrets what the service may have put into a tag or a name, and must not be shown
   */
  constructor(
    readonly fields: string[],
    readonly lastSeen: string | undefined,
    readonly now: string | undefined,
    options: { isManaged?: boolean | undefined; secrets?: KnownSecrets | undefined } = {},
  ) {
    const { isManaged = true, secrets = new KnownSecrets() } = options;
    const shown = (tag: string | undefined): string => (tag === undefined ? "none" : secrets.printable(tag));
    const tags = `last known entity tag: ${shown(lastSeen)}, current: ${shown(now)}`;
    const paths = secrets.printableList(fields);
    super(
      `${paths} changed in the meantime, by another client or an interrupted update of this stack; nothing was ` +
        `overwritten.\n  ${tags}`,
    );
    this.isManaged = isManaged;
  }
}

/** The record is not there, and this provider does not create records. */
export class RecordGoneError extends ProviderError {
  override readonly name = "RecordGoneError";
}
