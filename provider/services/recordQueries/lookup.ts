import type { Lookup } from "../../core/lookup.js";
import { ServiceError } from "../../http/serviceError.js";
import { TransportError } from "../../http/transportError.js";
import { anything, guid, int32, list, text } from "../../schema/build.js";
import type { ask, RecordQuery, readQuery } from "./client.js";

/** Loaded with the first lookup: most programs make none. */
const client = (): { ask: typeof ask; readQuery: typeof readQuery } => require("./client.js");

export const getRecordsLookup: Lookup<RecordQuery> = {
  name: "getRecords",
  service: "business",
  withoutToken: {
    title: "the business service",
    consequence: "values that depend on its records are unknown",
  },
  read: (args, settings) => client().readQuery(args, settings),
  ask: (query, context) => client().ask(query, context),
  // A collection is not an Input: it is no secret.
  subject: ({ collection }) => collection,
  hint: queryHint,

  describe: () => ({
    description: "Records of the business service, from all pages.",
    arguments: {
      collection: text("Name of the collection, for example `customers`."),
      companyId: guid("Id of the company. Default: `vendorcloud:companyId`."),
      filter: anything(
        "Which records: an OData filter as text, or fields with values or comparisons. Default: all.",
      ),
      select: list("Fields to read. Default: all.", text("Name of a field.")),
      expand: anything("Related records to read along, by the name of their navigation property."),
      orderby: anything(
        "Order of the records: OData text, or a list of names, each with ` desc` for the reverse.",
      ),
      top: int32("Records at most. Default: all, up to 100,000."),
    },
    required: ["collection"],
    list: "records",
    result: { id: text("Id of the record."), etag: text("Entity tag of the record as it was read.") },
  }),
};

/** A hint about a query that failed because of its options. */
function queryHint(error: unknown): string | undefined {
  const isTooLarge =
    (error instanceof ServiceError && [413, 414].includes(error.status)) ||
    (error instanceof TransportError && error.kind === "tooLarge");
  const isTooLong = error instanceof ServiceError && [408, 504].includes(error.status);
  if (isTooLarge || isTooLong)
    return "request less at once: fewer records with `filter` or `top`, fewer fields with `select`.";
  // Of a collection the service says 404 for its name, for the company and for the address alike.
  if (!(error instanceof ServiceError) || error.status !== 404) return undefined;
  return "check `collection` and `companyId`, and that `vendorcloud:businessUrl` is the address in front of `/api/`.";
}
