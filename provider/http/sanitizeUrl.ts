import { readAddress } from "../contract/address.js";
import { type Foreign, foreign } from "../text/message.js";

/** The replacement for a value that is not shown. */
const HIDDEN = "[hidden]";

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

/** Characters of an address that are shown. */
const LONGEST = 4000;

/** `url` for a log or an error: no user information, no fragment, query values by allow-list. */
export function sanitizeUrl(url: string): Foreign {
  const address = readAddress(url);
  if (!address) return foreign("(unreadable address)");
  const query = address.search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "")
    .map(printableParameter)
    .join("&");
  return foreign(
    `${address.protocol}//${address.host}${address.pathname}${query === "" ? "" : `?${query}`}`,
    LONGEST,
  );
}

/** Kept as it was written, so that the address in an error can be compared with the service's log. */
function printableParameter(pair: string): string {
  const name = pair.split("=", 1)[0] ?? "";
  return SHOWN_PARAMETERS.has(decodeName(name).toLowerCase()) ? pair : `${name}=${HIDDEN}`;
}

function decodeName(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
