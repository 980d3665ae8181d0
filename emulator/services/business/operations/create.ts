import { recordAnswer } from "../answer/answers.js";
import type { Context } from "../context.js";
import { businessErrors } from "../errors.js";
import { entityTypes } from "../model/index.js";
import type { Answer, Operation } from "../operation.js";
import type { Target } from "../path/resolve.js";
import { OF_A_RECORD, parseOptions } from "../query/options.js";
import { typeIn } from "../version.js";
import { readNew } from "../write/readInput.js";

/** POST to a collection: a new record, with the lines that are sent along. */
export function create({ store, writes }: Context, operation: Operation, target: Target): Answer {
  const { version, query, method, body } = operation;
  const { place, within } = target;
  const type = entityTypes[place.collection];
  if (type.belongsTo !== undefined && within[type.belongsTo] === undefined) {
    throw businessErrors.methodNotAllowed(method, place.collection);
  }
  const options = parseOptions(typeIn(version, place.collection), version, query, OF_A_RECORD);
  const { fields, children } = readNew(type, body);
  for (const [name, value] of Object.entries(within)) {
    if (fields[name] !== undefined && fields[name] !== value) {
      throw businessErrors.fixedKey(name, type.caption);
    }
  }
  const record = writes.create(place, { fields: { ...fields, ...within }, children }, "client");
  return recordAnswer(store, operation, target, record, options, 201);
}
