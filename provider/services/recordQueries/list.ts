import type { Lookup } from "../../core/lookup.js";
import { guid, text } from "../../schema/build.js";
import type { Report } from "../../schema/inspect.js";
import { isObject, type Json, type PropertyMap } from "../../schema/json.js";
import { getRecordsLookup, type RecordQuery } from "./lookup.js";

/** Parents of default dimensions. */
export const PARENTS = ["items", "customers", "employees", "vendors"];

/** The records of a collection, or what `readObjects` finds in each. */
function listRecords(
  describe: Pick<ReturnType<Lookup<RecordQuery>["describe"]>, "arguments" | "required">,
  createQuery: (args: PropertyMap, report: Report) => PropertyMap,
  readObjects: (record: PropertyMap, collection: string) => PropertyMap[],
): Lookup<RecordQuery> {
  return {
    ...getRecordsLookup,
    name: "list",
    read: (args, settings, report) =>
      getRecordsLookup.read({ select: ["id", "number"], ...createQuery(args, report) }, settings, report),
    ask: async (query, context) => {
      const records = (await getRecordsLookup.ask(query, context)) as PropertyMap[];
      return records.flatMap((record) => readObjects(record, query.collection));
    },
    describe: () => ({ description: "", result: {}, ...describe }),
  };
}

const companyId = guid("Id of the company. Default: `vendorcloud:companyId`.");

function listCollection(collection: string): Lookup<RecordQuery> {
  const filter = text("Which records, as an OData filter. Default: all.");
  return listRecords(
    { arguments: { companyId, filter } },
    (args) => ({ ...args, collection }),
    ({ id, number }) => [{ id, name: number }],
  );
}

const listDimensions = listRecords(
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

/** Lists of the objects that resources of business records can be imported as, by the title of the resource. */
export const recordListings: Record<string, Lookup<RecordQuery>> = {
  Customer: listCollection("customers"),
  DefaultDimension: listDimensions,
  Item: listCollection("items"),
  Project: listCollection("projects"),
};
