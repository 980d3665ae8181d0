import { explainHowToSet } from "../../contract/configuration.js";
import type { Settings } from "../../contract/settings.js";
import type { ServiceQuery } from "../../core/serviceQuery.js";
import { ServiceError } from "../../http/serviceError.js";
import { TransportError } from "../../http/transportError.js";
import { connectBusiness } from "../../odata/batches.js";
import { type Entity, toPlainRow } from "../../odata/bodies.js";
import { formatQuery, isUnknownPath } from "../../odata/companyClient.js";
import { readPages } from "../../odata/pages.js";
import { createQuery } from "../../odata/query.js";
import { companyId as companyIdSchema } from "../../partialUpdates/recordSchema.js";
import { anything, guid, int32, list, text } from "../../schema/build.js";
import type { Report } from "../../schema/finding.js";
import { isObject, type Json, type PropertyMap } from "../../schema/json.js";
import type { ResourceSchema } from "../../schema/keywords.js";
import { isGuid } from "../../schema/normalize.js";
import { fromWire } from "../../schema/wire.js";
import { defaultDimensionSchema } from "../defaultDimensions/schema.js";
import { definitions } from "./definition.js";

/** A collection, or one below a record: `salesQuotes(<id>)/salesQuoteLines`. */
const COLLECTION = /^([A-Za-z_]\w*\([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\)\/)?[A-Za-z_]\w*$/i;

interface RecordQuery {
  collection: string;
  /** Path below the root of the interface, with the query's options. */
  path: string;
  /** Maximum number of records. Undefined: all. */
  top: number | undefined;
  /** Contents of the texts in its filter. */
  literals: string[];
  /** Whether its filter compares with null. Default: no. */
  comparesNull?: boolean;
}

/** Comparisons with null, in a filter without its texts. */
const NULL_COMPARISON = /\b(?:eq|ne)\s+null\b/;
/** A text in a filter. A quote in it is doubled. */
const LITERAL = /'((?:[^']|'')*)'/g;

/** Business Central refuses addresses of more than about 15,800 characters, with 400 or 500. */
const LONG_PATH = 15_000;

export const getRecordsQuery: ServiceQuery<RecordQuery> = {
  name: "getRecords",
  service: "business",
  withoutToken: {
    title: "the business service",
    consequence: "values that depend on its records are unknown",
  },

  read(args, settings, report) {
    const { collection, top } = args;
    const isNamed = typeof collection === "string" && COLLECTION.test(collection);
    if (!isNamed) report("collection", "must be the name of a collection, for example customers");
    const companyId = companyOf(args, settings, report);
    const query = createQuery(args, isNamed ? getSchema(collection) : undefined, report);
    const { filter = "" } = query;
    const comparesNull = NULL_COMPARISON.test(filter.replaceAll(LITERAL, ""));
    return {
      collection: String(collection),
      path: `companies(${companyId})/${collection}${formatQuery(query)}`,
      top: typeof top === "number" ? top : undefined,
      literals: [...filter.matchAll(LITERAL)].map(([, content = ""]) => content),
      ...(comparesNull && { comparesNull }),
    };
  },

  async ask({ collection, path, top, comparesNull }, context) {
    if (comparesNull === true) context.log.warn(COMPARES_NULL);
    const { address, send } = connectBusiness(context);
    const root = `${address}/api/v2.0/`;
    const entities = await readPages(root + path, { send, root, top });
    const schema = getSchema(collection);
    return entities.map((entity) => toRow(schema, entity));
  },

  // A collection is not an Input, so it is never a secret.
  subject: ({ collection }) => collection,
  values: ({ literals }) => literals,
  hint: queryHint,

  describe: () => ({
    description: "Records of the business service, from all pages.",
    arguments: {
      collection: text("Name of the collection, also below a record: `salesQuotes(<id>)/salesQuoteLines`."),
      companyId: guid("Id of the company. Default: `vendorcloud:companyId`."),
      filter: anything(
        "Which records: OData text, or an object of fields with values or comparisons. Default: all.",
      ),
      select: list("Fields to read. Default: all.", text("Name of a field.")),
      expand: anything(
        "Related records to include: a list of navigation properties, or OData text. Default: none.",
      ),
      orderby: anything(
        "Fields to order by: a list of names, each alone or followed by ` asc` or ` desc`, or OData text. Default: the service's order.",
      ),
      top: int32("Maximum number of records. Default: all, up to 100,000."),
    },
    required: ["collection"],
    list: "records",
    result: { id: text("Id of the record."), etag: text("Entity tag that the read returned.") },
  }),
};

const COMPARES_NULL =
  "`filter` compares with null. Business Central ignores that, and returns records as if the condition were not there. Compare " +
  "with an empty string, or with 0001-01-01, to find fields that are not set.";

/** A query fails because it is too large, or because the collection, the company or the address is wrong. */
function queryHint(error: unknown, _settings: Settings, { path }: RecordQuery): string | undefined {
  const isTooLongAddress =
    path.length > LONG_PATH && error instanceof ServiceError && [400, 500].includes(error.status);
  const isTooLarge =
    (error instanceof ServiceError && [413, 414].includes(error.status)) ||
    (error instanceof TransportError && error.kind === "tooLarge");
  const isTooLong = error instanceof ServiceError && [408, 504].includes(error.status);
  if (isTooLarge || isTooLong || isTooLongAddress)
    return "request less data: fewer records with `filter` or `top`, fewer fields with `select`.";
  // The service answers 404 for a wrong collection, company or address alike.
  if (!isUnknownPath(error)) return undefined;
  return "check `collection` and `companyId`, and that `vendorcloud:businessUrl` is the address in front of `/api/`.";
}

function companyOf({ companyId }: PropertyMap, settings: Settings, report: Report): string {
  const id = companyId ?? settings.get("companyId");
  if (id === undefined) {
    report("companyId", `required. Set it, or set a default with ${explainHowToSet("companyId")}`);
  } else if (!isGuid(id)) report("companyId", String(companyIdSchema.formatMessage));
  return String(id);
}

/** Collections whose fields the documents list. */
const schemas = new Map<string, ResourceSchema>(
  definitions.map(({ collection, schema }) => [collection, schema]),
);

/** Returns the schema of a collection's records; undefined if the documents do not list their fields. */
export function getSchema(collection: string): ResourceSchema | undefined {
  return schemas.get(collection);
}

/** Fields that are not in the schema keep the service's names. */
export function toRow(schema: ResourceSchema | undefined, { fields }: Entity): PropertyMap {
  if (schema === undefined) return toPlainRow(fields);
  const { additionalFields: _, ...row } = fromWire(schema, fields);
  return toPlainRow(row);
}

export const PARENTS = defaultDimensionSchema.properties.parentType?.enum ?? [];

/** Lists the records of a collection, or the objects that `readObjects` finds in each record. */
function createRecordsQuery(
  describe: Pick<ReturnType<ServiceQuery<RecordQuery>["describe"]>, "arguments" | "required">,
  toQuery: (args: PropertyMap, report: Report) => PropertyMap,
  readObjects: (record: PropertyMap, collection: string) => PropertyMap[],
): ServiceQuery<RecordQuery> {
  return {
    ...getRecordsQuery,
    name: "list",
    read: (args, settings, report) =>
      getRecordsQuery.read({ select: ["id", "number"], ...toQuery(args, report) }, settings, report),
    ask: async (query, context) => {
      const records = (await getRecordsQuery.ask(query, context)) as PropertyMap[];
      return records.flatMap((record) => readObjects(record, query.collection));
    },
    describe: () => ({ description: "", result: {}, ...describe }),
  };
}

const companyId = guid("Id of the company. Default: `vendorcloud:companyId`.");

function listCollection(collection: string): ServiceQuery<RecordQuery> {
  const filter = text("OData filter for the records. Default: all.");
  return createRecordsQuery(
    { arguments: { companyId, filter } },
    (args) => ({ ...args, collection }),
    ({ id, number }) => [{ id, name: number }],
  );
}

const listDimensions = createRecordsQuery(
  {
    arguments: { companyId, parentType: text(`Collection of the parents: ${PARENTS.join(", ")}.`) },
    required: ["parentType"],
  },
  ({ parentType, ...args }, report) => {
    if (!PARENTS.some((name) => name === parentType))
      report("parentType", `must be one of ${PARENTS.join(", ")}`);
    return { ...args, collection: parentType, expand: ["defaultDimensions"] };
  },
  ({ id: parentId, number, defaultDimensions }, parentType) =>
    listObjects(defaultDimensions).map(({ dimensionId, dimensionCode }) => ({
      id: `${parentType}/${parentId}/${dimensionId}`,
      // A customer and a vendor may have the same number.
      name: `${parentType} ${number} ${dimensionCode}`,
    })),
);

function listObjects(value: Json): PropertyMap[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Lists of the objects that can be imported, by the title of the resource. */
export const recordListings: Record<string, ServiceQuery<RecordQuery>> = {
  ...Object.fromEntries(
    definitions.map(({ collection, schema }) => [schema.title, listCollection(collection)]),
  ),
  DefaultDimension: listDimensions,
};
