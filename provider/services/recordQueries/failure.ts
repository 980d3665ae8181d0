import { type Settings, tokenKey } from "../../config.js";
import { advise } from "../../engine/advice.js";
import { failureText } from "../../engine/failure.js";
import { ServiceError } from "../../http/serviceError.js";
import { TransportError } from "../../http/transportError.js";

/** What is known about a query that failed. */
interface FailedQuery {
  collection: string;
  /** True when an input is a secret: the service may quote it, in whatever spelling, so its words are not shown. */
  withhold: boolean;
  settings: Settings;
}

/** The text that a person reads: which query, what the service said, what to do. */
export function queryFailure(error: unknown, { collection, withhold, settings }: FailedQuery): string {
  const token = settings.get(tokenKey("business"));
  return failureText(withhold ? withheld(error) : withoutQuery(error), {
    resource: `getRecords '${collection}'`,
    operation: "read",
    advice: [adviseOnSize(error) ?? adviseOnMissing(error) ?? advise(error, "business", settings)],
    secrets: token === undefined ? [] : [token],
  });
}

function adviseOnSize(error: unknown): string | undefined {
  const isTooLarge =
    (error instanceof ServiceError && [413, 414].includes(error.status)) ||
    (error instanceof TransportError && error.kind === "tooLarge");
  const isTooLong = error instanceof ServiceError && [408, 504].includes(error.status);
  if (!isTooLarge && !isTooLong) return undefined;
  return "ask for less at once: fewer records with `filter` or `top`, fewer fields with `select`.";
}

/** Of a collection the service says 404 for its name, for the company and for the address alike. */
function adviseOnMissing(error: unknown): string | undefined {
  if (!(error instanceof ServiceError) || error.status !== 404) return undefined;
  return "check `collection` and `companyId`, and that `vendorcloud:businessUrl` is the address in front of `/api/`.";
}

/** The address without its query: a program that has unwrapped a secret may have put it there. */
function withoutQuery(error: unknown): unknown {
  return error instanceof TransportError ? error.with({ url: error.url.split("?", 1)[0] ?? "" }) : error;
}

function withheld(error: unknown): unknown {
  if (error instanceof TransportError) return error.with({ url: new URL(error.url).origin, said: undefined });
  if (!(error instanceof ServiceError)) return error;
  const { status, code, requestId, url } = error;
  const message = "(the service's message is not shown, since an input of the query is a secret)";
  return new ServiceError({
    status,
    message,
    url,
    details: [],
    ...(code && { code }),
    ...(requestId && { requestId }),
  });
}
