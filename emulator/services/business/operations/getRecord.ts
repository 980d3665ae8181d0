import { recordAnswer } from "../answer/answers.js";
import type { Context } from "../context.js";
import type { Answer, Operation } from "../operation.js";
import type { Target } from "../path/resolve.js";
import { OF_A_RECORD, parseOptions } from "../query/options.js";
import { typeIn } from "../version.js";
import { existing } from "./existing.js";

/** GET of one record. */
export function getRecord({ store }: Context, operation: Operation, target: Target): Answer {
  const { version, query } = operation;
  const options = parseOptions(typeIn(version, target.place.collection), version, query, OF_A_RECORD);
  return recordAnswer(store, operation, target, existing(store, target), options);
}
