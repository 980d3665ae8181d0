import { connect } from "../../connection.js";
import type { Lifecycle } from "../../lifecycle.js";
import { Company } from "../../odata/company.js";
import { managedFields } from "../../records/fields.js";
import { recordLifecycle } from "../../records/recordLifecycle.js";
import { idByNumber } from "../../records/recordNumber.js";
import type { ResourceSchema } from "../../schema/keywords.js";
import { objectKey } from "../../schema/objectKey.js";
import { type Collection, recordIds, recordSource } from "./client.js";
import { customerSchema, itemSchema, projectSchema } from "./schema.js";

export const customerLifecycle = lifecycleOf("customers", customerSchema);
export const itemLifecycle = lifecycleOf("items", itemSchema);
export const projectLifecycle = lifecycleOf("projects", projectSchema);

function lifecycleOf(collection: Collection, schema: ResourceSchema): Lifecycle {
  return recordLifecycle({
    schema,
    source: (args, context) => recordSource(schema, collection, args, context),
    // Several resources may manage a record, each some of its fields.
    manages: (args) => ({
      key: objectKey(schema, args),
      fields: Object.keys(managedFields(schema, args)),
    }),
    lookUp: (number, { companyId }, context) =>
      idByNumber(new Company(connect("business", context), "v2.0", String(companyId)), collection, number),
    id: (args) => String(args[recordIds[collection]]).toLowerCase(),
  });
}
