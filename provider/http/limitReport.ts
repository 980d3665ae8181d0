import type { LimitReport } from "./limiter.js";
import type { HttpResponse } from "./message.js";
import { readRetryAfter } from "./retryAfter.js";

/** Answers that may ask for a pause which is meant for everyone. */
const HOLDING = new Set([429, 503]);

/** Reads the service's limits from the answers to one HTTP request; the strictest counts. */
export function readReport(responses: HttpResponse[], now: number): LimitReport {
  const holding = responses.filter(({ status }) => HOLDING.has(status));
  const holdMs = Math.max(0, ...holding.map((response) => readRetryAfter(response, now) ?? 0));
  const refused = responses.filter(({ status }) => status === 429).length;
  if (refused > 0) return { verdict: "throttled", holdMs, refused };
  const unavailable = responses.some(({ status }) => status >= 500);
  return { verdict: unavailable ? "unavailable" : "accepted", holdMs };
}
