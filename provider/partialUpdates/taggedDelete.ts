import { formatForgetCommand } from "../contract/commands.js";
import type { Context } from "../contract/lifecycle.js";
import { ProviderError } from "../contract/providerError.js";
import { throwIfLasting } from "../http/retry.js";
import { hasStatus } from "../http/serviceError.js";
import { isTagConflict, TaggedAttempts } from "./taggedAttempts.js";

/** Maximum number of reads and deletes. */
const MOST_ATTEMPTS = 5;

export interface TaggedDelete<Found extends { tag: string | undefined }> {
  read(): Promise<Found | "missing">;
  /** @throws ConflictError if another client has changed what is to be deleted */
  requireUnchanged(found: Found): void;
  delete(found: Found, tag: string): Promise<void>;
  /** The error if the service does not support the delete. */
  undeletable: string;
}

/** Deletes an object under the entity tag of a read. If it has changed in between, or the response is lost, it reads again. */
export async function deleteTagged<Found extends { tag: string | undefined }>(
  options: TaggedDelete<Found>,
  context: Pick<Context, "runtime" | "settings" | "log">,
): Promise<void> {
  const attempts = new TaggedAttempts(MOST_ATTEMPTS, context);
  let failure: unknown;
  while (true) {
    const found = await options.read();
    if (found === "missing") return;
    options.requireUnchanged(found);
    throwIfLasting(failure);
    const { tag } = found;
    if (tag === undefined) throw new ProviderError(UNTAGGED);
    try {
      return await options.delete(found, tag);
    } catch (error) {
      if (hasStatus(error, [405, 501])) throw new ProviderError(options.undeletable);
      const isConflict = isTagConflict(error) || hasStatus(error, [404]);
      if (!(await attempts.mayRepeat(error, tag, isConflict))) throw error;
      failure = error;
    }
  }
}

const UNTAGGED =
  "the service returned no entity tag, so deleting could discard another client's change. Nothing was deleted.";

/**
 * Says how to end the management of an object that the service does not delete.
 *
 * @param kind for example `quote`
 */
export function formatUndeletable(kind: string, urn: string | undefined): string {
  return (
    `the service does not support deleting the ${kind}. Delete the ${kind} manually, then remove it from the state with ` +
    `${formatForgetCommand(urn)}; the resource option \`retainOnDelete\` keeps it at the service.`
  );
}
