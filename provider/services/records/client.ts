import type { Context } from "../../contract/lifecycle.js";
import { connectBusiness } from "../../odata/batches.js";
import { hasIdOf } from "../../odata/bodies.js";
import { CompanyClient, type Entity, requireTag } from "../../odata/companyClient.js";
import type { RecordSnapshot, Source } from "../../records/partialUpdate.js";
import type { ResourceSchema } from "../../schema/keywords.js";
import { fromWire } from "../../schema/wire.js";
import { type RecordCollection, recordIds } from "./definition.js";

/** The arguments that name a record. Its id is absent where there is no token to look it up with. */
export type RecordName = { readonly companyId: string } & {
  readonly [Name in (typeof recordIds)[RecordCollection]]?: string | null;
};

function recordId(collection: RecordCollection, args: RecordName): string {
  return args[recordIds[collection]] ?? "";
}

/** A record of a v2.0 collection: read by the documented filter, updated under its entity tag. */
export function createRecordSource(
  schema: ResourceSchema,
  collection: RecordCollection,
  args: RecordName,
  context: Context,
): Source {
  const company = new CompanyClient(connectBusiness(context), "v2.0", args.companyId);
  const id = recordId(collection, args);
  const snapshotOf = ({ fields, tag }: Entity): RecordSnapshot => ({
    answer: fromWire(schema, fields),
    tag,
  });
  return {
    name: `record ${collection}(${id}) in company ${args.companyId}`,
    async read() {
      const found = await company.find(collection, id);
      return found === "missing" ? "missing" : snapshotOf(found);
    },
    async patch(body, tag) {
      return snapshotOf(await company.patch(`${collection}(${id})`, body, requireTag(tag), hasIdOf(id)));
    },
  };
}
