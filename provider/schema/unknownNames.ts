import type { Finding } from "./inspect.js";
import type { JsonObject } from "./json.js";
import { joinPath } from "./path.js";

/** What is in `given` beside `known`, where a misspelt name would silently be none. */
export function findUnknownNames(given: JsonObject, known: readonly string[], path = ""): Finding[] {
  return Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      path: joinPath(path, name),
      message: `is not a known name; use ${known.join(", ")}`,
    }));
}
