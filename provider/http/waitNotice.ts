import { STATUS_CODES } from "node:http";
import { message, type Text } from "../text/message.js";
import { formatDuration } from "./duration.js";
import type { HttpRequest } from "./message.js";
import { readServiceError } from "./readServiceError.js";
import type { AttemptResult } from "./retryDecision.js";

/** A shorter wait is over before anybody has read of it. */
const SHORTEST_REPORTED_MS = 1000;

/** Reports that something is tried again after `delayMs`, and why. */
export function noticeRetry(onWait: HttpRequest["onWait"], delayMs: number, reason: Text): void {
  if (delayMs >= SHORTEST_REPORTED_MS) onWait?.(message`retrying in ${duration(delayMs)}: ${reason}`);
}

/** Reports that `request` is not sent before the service takes requests again. */
export function noticeHold({ onWait }: HttpRequest, holdMs: number): void {
  if (holdMs >= SHORTEST_REPORTED_MS) {
    onWait?.(`waiting ${duration(holdMs)}: the service requested a delay (Retry-After)`);
  }
}

/**
 * Why an attempt is repeated: `429 Too Many Requests (Throttled)`. The service's message is left out: it may be long, and
 * quote much of the request.
 */
export function retryReason(result: AttemptResult): Text {
  const { response, error } = result;
  if (error) return error.code === undefined ? error.reason : message`${error.reason} (${error.code})`;
  const { code } = readServiceError(response).detail;
  const status = [response.status, STATUS_CODES[response.status]].filter(Boolean).join(" ");
  if (response.isCut) return `${status}, but the response is incomplete`;
  return code === undefined ? status : message`${status} (${code})`;
}

function duration(ms: number): string {
  return formatDuration(Math.ceil(ms / 1000));
}
