import type { Context } from "../../contract/lifecycle.js";
import { formatReplaced } from "../../core/warnings.js";
import { connectBusiness } from "../../odata/batches.js";
import { type Entity, hasIdOf } from "../../odata/bodies.js";
import { CompanyClient, requireTag } from "../../odata/companyClient.js";
import { findIdByNumber, findListed } from "../../odata/recordNumbers.js";
import { listWritablePaths } from "../../partialUpdates/fields.js";
import type { RecordSnapshot, RecordSource } from "../../partialUpdates/partialUpdate.js";
import { createRecordLifecycle, type RecordLifecycle } from "../../partialUpdates/recordLifecycle.js";
import { listReplacedValues } from "../../partialUpdates/recordReport.js";
import type { RecordInputs } from "../../partialUpdates/recordSchema.js";
import type { ResourceSchema } from "../../schema/keywords.js";
import { fromWire } from "../../schema/wire.js";
import {
  customer,
  item,
  project,
  type RecordCollection,
  type RecordDefinition,
  recordIds,
} from "./definition.js";

export const customerLifecycle = lifecycleOf(customer);
export const itemLifecycle = lifecycleOf(item);
export const projectLifecycle = lifecycleOf(project);

function lifecycleOf<Inputs extends RecordInputs & RecordName>(
  definition: RecordDefinition<Inputs>,
): RecordLifecycle<Inputs> {
  const { schema, collection } = definition;
  const argument = recordIds[collection];
  const select = listWritablePaths(schema).filter((path) => Object.hasOwn(schema.properties, path));
  const listed = { collection, select };
  return {
    ...createRecordLifecycle({
      ...definition,
      source: (args, context) => createRecordSource(schema, collection, args, context),
      resolveId: (number, args, context) => findIdByNumber(args, { ...listed, argument: number }, context),
    }),

    /** Shows the values that the declared ones replace. A missing record is an error of the create. */
    async previewCreate(args, context) {
      if (!context.settings.hasToken("business")) return undefined;
      const where = { ...listed, companyId: String(args.companyId), field: "number" } as const;
      const record = await findListed(String(args[argument]), where, context);
      if (record === undefined) return undefined;
      context.log.info(formatReplaced(listReplacedValues(schema, args, fromWire(schema, record), context)));
      return undefined;
    },
  };
}

/** The arguments that identify a record. The id is absent if no token is available to look it up. */
type RecordName = { readonly companyId: string } & {
  readonly [Name in (typeof recordIds)[RecordCollection]]?: string | null;
};

/** Reads a record of a v2.0 collection by the documented filter, and updates it with its entity tag. */
export function createRecordSource(
  schema: ResourceSchema,
  collection: RecordCollection,
  args: RecordName,
  context: Context,
): RecordSource {
  const company = new CompanyClient(connectBusiness(context), "v2.0", args.companyId);
  const id = args[recordIds[collection]] ?? "";
  const snapshotOf = ({ fields, tag }: Entity): RecordSnapshot => ({
    answer: fromWire(schema, fields),
    tag,
  });
  return {
    name: `record ${collection}(${id}) in company ${args.companyId}`,
    isTagged: true,
    async read() {
      const found = await company.find(collection, id);
      return found === "missing" ? "missing" : snapshotOf(found);
    },
    async patch(body, tag) {
      return snapshotOf(await company.patch(`${collection}(${id})`, body, requireTag(tag), hasIdOf(id)));
    },
  };
}
