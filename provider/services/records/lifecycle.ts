import { connect } from "../../connection.js";
import { Company } from "../../odata/company.js";
import { managedFields } from "../../records/fields.js";
import { type RecordLifecycle, recordLifecycle } from "../../records/recordLifecycle.js";
import { idByNumber } from "../../records/recordNumber.js";
import type { RecordInputs, RecordState } from "../../records/recordSchema.js";
import type { ResourceSchema } from "../../schema/keywords.js";
import { objectKey } from "../../schema/objectKey.js";
import type {
  CustomerInputs,
  CustomerState,
  ItemInputs,
  ItemState,
  ProjectInputs,
  ProjectState,
} from "../../types/lifecycles.js";
import { type Collection, type RecordName, recordIds, recordSource } from "./client.js";
import { customerSchema, itemSchema, projectSchema } from "./schema.js";

export const customerLifecycle = lifecycleOf<CustomerInputs, CustomerState>("customers", customerSchema);
export const itemLifecycle = lifecycleOf<ItemInputs, ItemState>("items", itemSchema);
export const projectLifecycle = lifecycleOf<ProjectInputs, ProjectState>("projects", projectSchema);

function lifecycleOf<Inputs extends RecordInputs & RecordName, State extends RecordState>(
  collection: Collection,
  schema: ResourceSchema,
): RecordLifecycle<Inputs, State> {
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
    idFormat: `{${recordIds[collection]}}`,
  });
}
