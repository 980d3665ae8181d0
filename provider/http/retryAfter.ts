import { readErrorBody } from "./errorBody.js";
import type { HttpResponse } from "./pipeline.js";

/** A longer wait is ignored as a mistake, such as a timestamp in place of a duration. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

/**
 * Milliseconds for which the service requests to wait: from `retry-after-ms`, `x-ms-retry-after-ms` or `Retry-After` (seconds or
 * an HTTP date), or from the message of a 429 without them. `undefined` if there is no valid value.
 *
 * @param now milliseconds of the clock, for a response without a date
 */
export function readRetryAfter(response: HttpResponse, now: number): number | undefined {
  const { headers } = response;
  const candidates = [
    number(headers["retry-after-ms"]),
    number(headers["x-ms-retry-after-ms"]),
    number(headers["retry-after"], 1000),
    untilDate(headers["retry-after"], headers.date, now),
    response.status === 429 ? fromText(response.body) : undefined,
  ];
  return candidates.find((wait) => wait !== undefined && wait <= LONGEST_WAIT_MS);
}

function number(text: string | undefined, unit = 1): number | undefined {
  return text !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Math.ceil(Number(text) * unit) : undefined;
}

function untilDate(text: string | undefined, sent: string | undefined, now: number): number | undefined {
  const until = httpDate(text);
  // The `Date` of the service takes precedence, because this machine's clock may be wrong.
  return until === undefined ? undefined : Math.max(0, until - (httpDate(sent) ?? now));
}

function httpDate(text: string | undefined): number | undefined {
  // `Date.parse` alone would accept "-1" or "soon 1". Every form of an HTTP date begins with a weekday.
  if (text === undefined || !/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d\d:\d\d:\d\d/.test(text))
    return undefined;
  // The oldest of the three forms has no time zone. All of them are UTC.
  const time = Date.parse(/GMT|UTC|[+-]\d{4}$/.test(text) ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}

/** Some gateways state the wait only in the message: "Try again in 13 seconds." */
function fromText(body: unknown): number | undefined {
  const message = readErrorBody(body).message?.slice(0, 1000) ?? "";
  return number(/\b(?:try again|retry) in (\d{1,6}) seconds?\b/i.exec(message)?.[1], 1000);
}
