import { businessErrors } from "../errors.js";
import type { Version } from "../version.js";

/** An address in two parts. */
export interface Address {
  /** Path from the server's root, as sent. */
  path: string;
  query: URLSearchParams;
}

const BELOW_ROOT = /^\/api\/(v[12]\.0)\/(.*)$/i;

/** Splits an address: a whole one, a path from the server's root, or one from the root of the service. */
export function splitAddress(url: string, root: Version): Address {
  const local = url.replace(/^https?:\/\/[^/]*/i, "");
  const [path = "", ...query] = (local.startsWith("/") ? local : `/api/${root}/${local}`).split("?");
  return { path, query: new URLSearchParams(query.join("?")) };
}

/** Which version a path is about, and the decoded path below its root. */
export function belowRoot(path: string): { version: Version; path: string } {
  const [, version, below] = BELOW_ROOT.exec(decoded(path)) ?? [];
  if (version === undefined || below === undefined) {
    throw businessErrors.notFound(path);
  }
  return { version: version.toLowerCase() as Version, path: below };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw businessErrors.badRequest("The path of the address is not encoded correctly.");
  }
}
