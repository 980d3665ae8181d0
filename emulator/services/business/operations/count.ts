import type { Context } from "../context.js";
import type { Answer, Operation } from "../operation.js";
import type { Target } from "../path/resolve.js";
import { candidatesFor } from "../query/candidates.js";
import { parseOptions } from "../query/options.js";
import { pageOf } from "../query/page.js";
import { typeIn } from "../version.js";

/** GET of how many records a collection has, as a bare number. */
export function count({ store }: Context, { version, query }: Operation, { place, within }: Target): Answer {
  const type = typeIn(version, place.collection);
  const options = parseOptions(type, version, query, ["$filter"]);
  const { count } = pageOf(candidatesFor(store, place, within, options.lookup), type, options, 1);
  return { status: 200, headers: { "content-type": "text/plain" }, body: String(count) };
}
