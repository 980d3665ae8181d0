import type { Context } from "../context.js";
import { businessErrors } from "../errors.js";
import { entityTypes } from "../model/index.js";
import type { Answer, Operation } from "../operation.js";
import { resolve, type Target } from "../path/resolve.js";
import { count } from "./count.js";
import { create } from "./create.js";
import { getCollection } from "./getCollection.js";
import { getRecord } from "./getRecord.js";
import { remove } from "./remove.js";
import { update } from "./update.js";

type Handler = (context: Context, operation: Operation, target: Target) => Answer;

/** What can be done with what a path means. */
const HANDLERS: Record<Target["kind"], Partial<Record<string, Handler>>> = {
  collection: { GET: getCollection, POST: create },
  record: { GET: getRecord, PATCH: update, DELETE: remove },
  count: { GET: count },
};

/** Does what an operation asks for. */
export function perform(context: Context, operation: Operation): Answer {
  const target = resolve(context.store, operation.version, operation.path);
  const { collection } = target.place;
  const handler = HANDLERS[target.kind][operation.method];
  if (handler === undefined || (operation.method !== "GET" && entityTypes[collection].closed)) {
    throw businessErrors.methodNotAllowed(operation.method, collection);
  }
  return handler(context, operation, target);
}
