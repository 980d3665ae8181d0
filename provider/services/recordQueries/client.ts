import { explainHowToSet, type Settings } from "../../contract/configuration.js";
import type { Unchecked } from "../../contract/definition.js";
import { requireNone } from "../../core/lookupProblems.js";
import type { Caller } from "../../http/connection.js";
import { toPlainRow } from "../../odata/bodies.js";
import { type Entity, formatQuery } from "../../odata/companyClient.js";
import { connectBusiness } from "../../odata/connectBusiness.js";
import type { Report } from "../../odata/filter.js";
import { readPages } from "../../odata/pages.js";
import { createQuery, queryOptions } from "../../odata/query.js";
import { companyId as companyIdSchema } from "../../records/recordSchema.js";
import { asData } from "../../schema/engineValues.js";
import { guidPattern } from "../../schema/guid.js";
import type { Finding } from "../../schema/inspect.js";
import type { Json, PropertyMap } from "../../schema/json.js";
import type { ResourceSchema } from "../../schema/keywords.js";
import { findUnknownNames } from "../../schema/unknownNames.js";
import { fromWire } from "../../schema/wire.js";
import { customerSchema, itemSchema, projectSchema } from "../records/schema.js";
import type { GetRecordsArgs } from "./types.js";

/** A name, or one below a record: `salesQuotes(<id>)/salesQuoteLines`. */
const COLLECTION = /^([A-Za-z_]\w*\([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\)\/)?[A-Za-z_]\w*$/i;

const known = ["collection", "companyId", ...queryOptions];

/** A query with valid arguments. */
export interface RecordQuery {
  collection: string;
  /** Path below the interface's root, with the query's options. */
  path: string;
  /** Records that are wanted at most. */
  top: number | undefined;
}

/**
 * Reads the arguments of a query.
 *
 * @throws LookupProblems when something is wrong with arguments or configuration
 */
export function readQuery(args: Unchecked<GetRecordsArgs>, settings: Settings): RecordQuery {
  const problems: Finding[] = findUnknownNames(args, known);
  const report: Report = (path, message) => void problems.push({ path, message });
  const { collection, top } = args;
  const isNamed = typeof collection === "string" && COLLECTION.test(collection);
  if (!isNamed) report("collection", "must be the name of a collection, for example customers");
  const companyId = companyOf(args, settings, report);
  const query = createQuery(args, isNamed ? getSchema(collection) : undefined, report);
  problems.push(...settings.problems("business"));
  requireNone(problems);
  return {
    collection: String(collection),
    path: `companies(${companyId})/${collection}${formatQuery(query)}`,
    top: typeof top === "number" ? top : undefined,
  };
}

/** The records of a query, from all pages, as a program gets them. */
export async function ask({ collection, path, top }: RecordQuery, caller: Caller): Promise<Json[]> {
  const { address, send } = connectBusiness(caller);
  const root = `${address}/api/v2.0/`;
  const entities = await readPages(root + path, { send, root, top, batch: `${root}$batch` });
  const schema = getSchema(collection);
  return entities.map((entity) => toRow(schema, entity));
}

function companyOf({ companyId }: Unchecked<GetRecordsArgs>, settings: Settings, report: Report): string {
  const id = companyId ?? settings.get("companyId");
  if (id === undefined) {
    report("companyId", `required. Set it here, or set a default with ${explainHowToSet("companyId")}`);
  } else if (typeof id !== "string" || id === "" || !guidPattern.test(id))
    report("companyId", String(companyIdSchema.formatMessage));
  return String(id);
}

/** Collections whose fields the documents list. */
const schemas = new Map<string, ResourceSchema>([
  ["customers", customerSchema],
  ["items", itemSchema],
  ["projects", projectSchema],
]);

/** Schema of the records of a collection; none where the documents do not list their fields. */
export function getSchema(collection: string): ResourceSchema | undefined {
  return schemas.get(collection);
}

/** Fields that the schema does not list keep the names that the service gives them, beside the others. */
export function toRow(schema: ResourceSchema | undefined, { fields }: Entity): PropertyMap {
  if (schema === undefined) return toPlainRow(fields);
  const { additionalFields: _, ...row } = fromWire(schema, fields);
  // An encoded value may be decoded to anything.
  return asData(toPlainRow(row));
}
