import { readAddress } from "../contract/address.js";
import { type Foreign, foreign } from "../text/message.js";

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
  const query = address.search.slice(1).split("&").filter(Boolean).map(sanitizeParameter).join("&");
  const path = `${address.protocol}//${address.host}${address.pathname}`;
  return foreign(query === "" ? path : `${path}?${query}`, LONGEST);
}

/** Kept as it was written, so that the address in an error can be compared with the service's log. */
function sanitizeParameter(pair: string): string {
  const name = pair.split("=", 1)[0] ?? "";
  const [decoded = ""] = new URLSearchParams(name).keys();
  return SHOWN_PARAMETERS.has(decoded.toLowerCase()) ? pair : `${name}=[hidden]`;
}
