import type { Finding } from "./inspect.js";
import type { PropertyMap } from "./json.js";
import { joinPath } from "./path.js";

/** A finding for each name in `given` that is not in `known`: a misspelt name would have no effect. */
export function findUnknownNames(given: PropertyMap, known: readonly string[]): Finding[] {
  return Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      path: joinPath("", name),
      message: `is not a known name; use ${known.join(", ")}`,
    }));
}
