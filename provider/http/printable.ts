import { readAddress } from "./address.js";

/** What stands where a value is not shown. */
const HIDDEN = "[hidden]";

/** Headers whose values help and never hold a secret; all others are hidden. */
const SHOWN_HEADERS = new Set([
  "accept",
  "accept-language",
  "content-length",
  "content-type",
  "date",
  "etag",
  "if-match",
  "if-none-match",
  "last-modified",
  "request-id",
  "retry-after",
  "retry-after-ms",
  "server",
  "user-agent",
  "x-ms-client-request-id",
  "x-ms-correlation-request-id",
  "x-ms-failure-cause",
  "x-ms-request-id",
  "x-ms-retry-after-ms",
  "x-request-id",
]);

/** Query parameters whose values are part of what was asked; all others are hidden. */
const SHOWN_PARAMETERS = new Set([
  "api-version",
  "$count",
  "$expand",
  "$filter",
  "$orderby",
  "$select",
  "$skip",
  "$top",
]);

/** `headers` for a log or an error: values by allow-list, the others as "[hidden]". */
export function printableHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      SHOWN_HEADERS.has(name.toLowerCase()) ? value : HIDDEN,
    ]),
  );
}

/** `url` for a log or an error: no user information, no fragment, query values by allow-list. */
export function printableUrl(url: string): string {
  const address = readAddress(url);
  if (!address) return "(unreadable address)";
  const query = address.search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "")
    .map(printableParameter)
    .join("&");
  return `${address.protocol}//${address.host}${address.pathname}${query === "" ? "" : `?${query}`}`;
}

/** Kept as it was written, so that the address in an error can be compared with the service's log. */
function printableParameter(pair: string): string {
  const name = pair.split("=", 1)[0] ?? "";
  return SHOWN_PARAMETERS.has(decode(name).toLowerCase()) ? pair : `${name}=${HIDDEN}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
