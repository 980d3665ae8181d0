import type { Context } from "../context.js";
import type { Answer, Operation } from "../operation.js";
import type { Target } from "../path/resolve.js";
import { expectedTag, refuseStale } from "./entityTag.js";
import { existing } from "./existing.js";
import { otherWriter } from "./otherWriter.js";

/** DELETE of a record, and of what belongs to it. */
export function remove(context: Context, operation: Operation, target: Target): Answer {
  const tag = expectedTag(operation.headers["if-match"], true);
  otherWriter(context, operation, target);
  const record = existing(context.store, target);
  refuseStale(context, record, tag);
  context.writes.remove(target.place, record, "client");
  return { status: 204, headers: {} };
}
