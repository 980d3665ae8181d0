import { readErrorBody } from "./errorBody.js";
import type { HttpResponse } from "./message.js";

/** Longer waits than a day are taken for a mistake, such as a point in time where a duration belongs. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

/**
 * Milliseconds that the service asks to wait before the next request, from `retry-after-ms`,
 * `x-ms-retry-after-ms` or `Retry-After` (seconds or an HTTP date), or from the text of a 429 that has none of
 * them. `undefined` when it asks for nothing or for nonsense.
 *
 * @param now milliseconds of the clock; only used when the answer itself bears no date
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
  // The service's own "Date" is the better starting point: this machine's clock may be wrong.
  return until === undefined ? undefined : Math.max(0, until - (httpDate(sent) ?? now));
}

function httpDate(text: string | undefined): number | undefined {
  // Date.parse alone would take "-1" or "soon 1" for a date; every form of an HTTP date begins with a weekday.
  if (text === undefined || !/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d\d:\d\d:\d\d/.test(text))
    return undefined;
  // The oldest of the three forms names no time zone; all of them are UTC.
  const time = Date.parse(/GMT|UTC|[+-]\d{4}$/.test(text) ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}

/** Gateways in front of some services say it in the message only: "Try again in 13 seconds." */
function fromText(body: unknown): number | undefined {
  const message = readErrorBody(body).message?.slice(0, 1000) ?? "";
  return number(/\b(?:try again|retry) in (\d{1,6}) seconds?\b/i.exec(message)?.[1], 1000);
}
