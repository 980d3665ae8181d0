import type { Faults } from "../../faults/faults.js";
import type { Settings } from "../../options.js";
import type { ServiceError } from "../../serviceError.js";
import { type Field, isOption, type Scalar, toWire } from "./model/field.js";
import type { Version } from "./model/index.js";
import type { Target } from "./path.js";
import { type Expansion, type QueryOptions, selectPage } from "./query/options.js";
import { formatTag, type Place, type RecordStore, type StoredRecord } from "./store/store.js";
import type { Writes } from "./write/writes.js";

/** An operation: a request, or a part of a batch. */
export interface Operation {
  method: string;
  version: Version;
  /** Decoded path below the root of the service, for example "companies(…)/customers". */
  path: string;
  query: URLSearchParams;
  /** Headers with lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The parsed request body; `undefined` without one. */
  body: unknown;
  /** Address of the server, for links. */
  origin: string;
  /** Values that another writer sets directly before the change or delete. */
  writer?: Record<string, unknown>;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body?: unknown;
}

export interface Context {
  settings: Settings;
  faults: Faults;
  store: RecordStore;
  writes: Writes;
  /** Uses one request of a client's quota. Throws if the quota is used up. */
  takeFromQuota(client: string): void;
}

const JSON_TYPE = "application/json; odata.metadata=minimal; odata.streaming=true";

export function createJsonAnswer(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Answer {
  return { status, headers: { "content-type": JSON_TYPE, ...headers }, body };
}

/** Creates the response with an error: in the service's own form, or a gateway's page. */
export function createErrorAnswer({ status, body, headers }: ServiceError, correlationId: string): Answer {
  if (typeof body === "string") return { status, headers, body };
  const { error } = body as { error: { code: string; message: string } };
  const message = `${error.message}  CorrelationId:  ${correlationId}.`;
  return createJsonAnswer(status, { error: { ...error, message } }, headers);
}

/** Creates the response with one record, in the form of the version. */
export function createRecordAnswer(
  service: Service,
  operation: Operation,
  { place, context, type }: Target,
  record: StoredRecord,
  options: QueryOptions,
  status = 200,
): Answer {
  const shown = show(service, place, record, options);
  const path = type.keys[0]?.map((field) => record.fields[field]).join(",");
  const location = `${rootOf(operation)}${context}(${path})`;
  const described = describe(operation, context, options);
  const body = type.wrapped
    ? { "@odata.context": described, value: [shown] }
    : { "@odata.context": `${described}/$entity`, ...shown };
  return createJsonAnswer(status, body, status === 201 ? { location } : {});
}

export function rootOf({ origin, version }: Operation): string {
  return `${origin}/api/${version}/`;
}

/** Formats the context of a response, with the selected fields. */
export function describe(operation: Operation, context: string, { select }: QueryOptions): string {
  return `${rootOf(operation)}$metadata#${context}${select === undefined ? "" : `(${select.join(",")})`}`;
}

type Service = Pick<Context, "store" | "settings">;

type Shown = Record<string, unknown>;

/** Converts a record to the form for responses, with selected and expanded fields. */
export function show(
  service: Service,
  { company }: Place,
  record: StoredRecord,
  { type, select, expand }: QueryOptions,
): Shown {
  const shown: Shown = type.tagged ? { "@odata.etag": formatTag(record.sequence) } : {};
  for (const [name, field] of Object.entries(type.fields))
    if (select === undefined || select.includes(name))
      shown[name] = wireValue(service.settings, field, record.fields[name] ?? "");
  for (const expansion of expand) shown[expansion.navigation] = expanded(service, company, record, expansion);
  return shown;
}

function wireValue({ decimalStrings }: Settings, field: Field, value: Scalar): Scalar {
  if (decimalStrings && typeof value === "number" && field.whole !== true)
    return Number.isInteger(value * 100) ? value.toFixed(2) : String(value);
  return isOption(field) ? toWire(String(value)) : value;
}

function expanded(
  service: Service,
  company: string,
  record: StoredRecord,
  { to, here, there, options }: Expansion,
) {
  const place: Place = { company, collection: to };
  const shown = (other: StoredRecord) => show(service, place, other, options);
  if (there !== undefined)
    return selectPage(service.store.having(place, { [there]: record.id }), options).records.map(shown);
  const other = service.store.find(place, String(record.fields[here ?? ""]));
  return other === undefined ? null : shown(other);
}
