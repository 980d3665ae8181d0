import { businessErrors } from "./errors.js";
import type { Context } from "./operation.js";

/** Takes one request from a client's quota; throws the error that it is answered where nothing is left. */
export function takeFromQuota({ quota, settings }: Context, client: string): void {
  const seconds = quota.take(client);
  if (seconds !== undefined) {
    throw businessErrors.tooManyRequests(settings.businessQuota?.requests ?? 0, seconds);
  }
}

/** Whether the operations of a batch count in place of the batch. */
export function countsBatched({ settings }: Context): boolean {
  return settings.businessQuota?.countBatched === true;
}
