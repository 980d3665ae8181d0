import { STATUS_CODES } from "node:http";
import { formatDuration } from "./duration.js";
import { maskRefusal } from "./maskSecretsPolicy.js";
import type { HttpRequest } from "./message.js";
import { readServiceError } from "./readServiceError.js";
import type { AttemptResult } from "./retryDecision.js";

/** A shorter wait is over before anybody has read of it. */
const SHORTEST_REPORTED_MS = 1000;

/** Reports that something is tried again after `delayMs`, and why. */
export function noticeRetry(onWait: HttpRequest["onWait"], delayMs: number, reason: string): void {
  if (delayMs >= SHORTEST_REPORTED_MS) onWait?.(`retrying in ${duration(delayMs)}: ${reason}`);
}

/** Reports that `request` is not sent before the service takes requests again. */
export function noticeHold({ onWait }: HttpRequest, holdMs: number): void {
  if (holdMs >= SHORTEST_REPORTED_MS) {
    onWait?.(`waiting ${duration(holdMs)}: the service requested a delay (Retry-After)`);
  }
}

/**
 * Why an attempt is repeated: `429 Too Many Requests (Throttled)`. The service's message is left out: it may be long, and
 * quote what is not to be shown. Its code is masked.
 */
export function retryReason({ secrets }: HttpRequest, result: AttemptResult): string {
  const { response, error } = result;
  if (error) return error.code === undefined ? error.reason : `${error.reason} (${error.code})`;
  const { code } = readServiceError(maskRefusal(response, secrets));
  const status = [response.status, STATUS_CODES[response.status]].filter(Boolean).join(" ");
  if (response.isCut) return `${status}, but the response is incomplete`;
  return code === undefined ? status : `${status} (${code})`;
}

function duration(ms: number): string {
  return formatDuration(Math.ceil(ms / 1000));
}
