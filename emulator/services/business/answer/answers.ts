import { type BusinessError, errorBody } from "../errors.js";
import type { Answer, Operation } from "../operation.js";
import type { Target } from "../path/resolve.js";
import type { QueryOptions } from "../query/options.js";
import type { RecordStore, StoredRecord } from "../store/store.js";
import { conventionsOf } from "../version.js";
import { show } from "./show.js";

const JSON_TYPE = "application/json; odata.metadata=minimal; odata.streaming=true";

/** An answer with a body in JSON. */
export function jsonAnswer(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return { status, headers: { "content-type": JSON_TYPE, ...headers }, body };
}

/** The answer to what went wrong. */
export function errorAnswer(error: BusinessError, correlationId: string): Answer {
  return jsonAnswer(error.status, errorBody(error, correlationId), error.headers);
}

/** The answer for one record, in the envelope that the version has for it. */
export function recordAnswer(
  store: RecordStore,
  { version, origin }: Operation,
  target: Target,
  record: StoredRecord,
  options: QueryOptions,
  status = 200,
): Answer {
  const { place, context } = target;
  const shown = show(store, version, place, record, options);
  const { keys, wrapped } = conventionsOf(version, place.collection);
  const root = `${origin}/api/${version}/`;
  const path = keys[0]?.map((field) => record.fields[field]).join(",");
  const headers: Record<string, string> = status === 201 ? { location: `${root}${context}(${path})` } : {};
  const described = `${root}$metadata#${context}${selected(options)}`;
  return wrapped
    ? jsonAnswer(status, { "@odata.context": described, value: [shown] }, headers)
    : jsonAnswer(status, { "@odata.context": `${described}/$entity`, ...shown }, headers);
}

/** What a context says about the fields that were asked for. */
export function selected({ select }: Pick<QueryOptions, "select">): string {
  return select === undefined ? "" : `(${select.join(",")})`;
}
