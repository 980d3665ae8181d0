import { type BusinessError, formatErrorBody } from "./errors.js";
import type { EntityType } from "./model/entityType.js";
import { isOption, type Scalar, toWire } from "./model/field.js";
import type { Answer, Context, Operation } from "./operation.js";
import type { Target } from "./path.js";
import { type Expansion, type QueryOptions, selectPage } from "./query/options.js";
import { formatTag, type Place, type StoredRecord } from "./store/store.js";
import { getConventions, getEntityType, type Version } from "./version.js";

const JSON_TYPE = "application/json; odata.metadata=minimal; odata.streaming=true";

export function createJsonAnswer(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Answer {
  return { status, headers: { "content-type": JSON_TYPE, ...headers }, body };
}

export function createErrorAnswer(error: BusinessError, correlationId: string): Answer {
  return createJsonAnswer(error.status, formatErrorBody(error, correlationId), error.headers);
}

/** Creates the response with one record, in the form of the version. */
export function createRecordAnswer(
  service: Service,
  { version, origin }: Operation,
  target: Target,
  record: StoredRecord,
  options: QueryOptions,
  status = 200,
): Answer {
  const { place, context } = target;
  const shown = show(service, version, place, record, options);
  const { keys, wrapped } = getConventions(version, place.collection);
  const root = `${origin}/api/${version}/`;
  const path = keys[0]?.map((field) => record.fields[field]).join(",");
  const headers: Record<string, string> = status === 201 ? { location: `${root}${context}(${path})` } : {};
  const described = `${root}$metadata#${context}${describeSelect(options)}`;
  return wrapped
    ? createJsonAnswer(status, { "@odata.context": described, value: [shown] }, headers)
    : createJsonAnswer(status, { "@odata.context": `${described}/$entity`, ...shown }, headers);
}

/** Formats the part of a context with the selected fields. */
export function describeSelect({ select }: Pick<QueryOptions, "select">): string {
  return select === undefined ? "" : `(${select.join(",")})`;
}

type Service = Pick<Context, "store" | "settings">;

type Shown = Record<string, unknown>;

/** Converts a record to the form of a version, with selected and expanded fields. */
export function show(
  service: Service,
  version: Version,
  place: Place,
  record: StoredRecord,
  { select, expand }: Pick<QueryOptions, "select" | "expand">,
): Shown {
  const type = getEntityType(version, place.collection);
  const shown: Shown = type.tagged ? { "@odata.etag": formatTag(record.sequence) } : {};
  for (const name of Object.keys(type.fields)) {
    if (select === undefined || select.includes(name))
      shown[name] = wireValue(service, type, name, record.fields[name] ?? "");
  }
  for (const expansion of expand)
    shown[expansion.navigation] = expanded(service, version, place, record, expansion);
  return shown;
}

function wireValue({ settings }: Service, type: EntityType, name: string, value: Scalar): Scalar {
  const field = type.fields[name];
  if (settings.decimalStrings && typeof value === "number" && field?.whole !== true)
    return Number.isInteger(value * 100) ? value.toFixed(2) : String(value);
  return field !== undefined && isOption(field) ? toWire(String(value)) : value;
}

function expanded(
  service: Service,
  version: Version,
  { company }: Place,
  record: StoredRecord,
  { to, by, options }: Expansion,
): Shown | Shown[] | null {
  const place: Place = { company, collection: to };
  const shown = (other: StoredRecord) => show(service, version, place, other, options);
  if ("here" in by) {
    const other = service.store.find(place, String(record.fields[by.here]));
    return other === undefined ? null : shown(other);
  }
  const candidates = service.store.having(place, { [by.there]: record.id });
  return selectPage(candidates, getEntityType(version, to), options).records.map(shown);
}
