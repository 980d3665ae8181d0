import type { Context } from "../contract/lifecycle.js";
import { getOutcome } from "../contract/providerError.js";
import { backOff } from "../http/retry.js";
import { ServiceError } from "../http/serviceError.js";

/**
 * The attempts of a write under the entity tag of a read. After a failure that a new read may resolve, the caller reads and
 * writes again.
 */
export class TaggedAttempts {
  #attempt = 0;
  #lastTag: string | undefined;

  /** @param most maximum number of attempts */
  constructor(
    private readonly most: number,
    private readonly context: Pick<Context, "runtime" | "settings" | "log">,
  ) {}

  /**
   * Waits after a failed write if its outcome is unknown, or if the service returned the same tag as before it.
   *
   * @param tag entity tag of the write
   * @returns whether to read and write again
   */
  async mayRepeat(
    error: unknown,
    tag: string | undefined,
    isConflict = isTagConflict(error),
  ): Promise<boolean> {
    this.#attempt += 1;
    const isUnknown = getOutcome(error) === "unknown";
    if ((!isConflict && !isUnknown) || this.#attempt === this.most) return false;
    const isOutdated = !isUnknown && tag === this.#lastTag;
    this.#lastTag = tag;
    const isCanceled =
      (isUnknown || isOutdated) &&
      (await backOff(this.#attempt, this.context, isOutdated ? OUTDATED : undefined));
    return !isCanceled;
  }
}

/** The servers of Business Central update their caches every 30 seconds. */
const OUTDATED = "the service has returned an outdated entity tag";

/**
 * Whether the record has another entity tag than the request. The documents do not show the response: the service returns 409
 * with this code, similar services 412, and Business Central 400 for a tag that it cannot read.
 */
export function isTagConflict(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError)) return false;
  if (error.status === 412) return true;
  if (error.status === 409) return error.hasCode("Request_EntityChanged");
  return error.status === 400 && error.hasCode("BadRequest_InvalidToken");
}
