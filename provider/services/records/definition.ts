import type { ResourceDefinition } from "../../contract/definition.js";
import type { CustomerInputs, ItemInputs, ProjectInputs } from "../../generated/lifecycleTypes.js";
import { getCommonPath, getManagedFields } from "../../records/fields.js";
import { recordRules } from "../../records/recordDefinition.js";
import type { RecordInputs } from "../../records/recordSchema.js";
import type { ResourceSchema } from "../../schema/keywords.js";
import { formatObjectKey } from "../../schema/objectKey.js";
import { customerSchema, itemSchema, projectSchema } from "./schema.js";

/** Collections whose records can be updated, and the argument that names a record in each. */
export const recordIds = { customers: "customerId", items: "itemId", projects: "projectId" } as const;
export type Collection = keyof typeof recordIds;

export interface RecordDefinition<Inputs extends object> extends ResourceDefinition<Inputs> {
  collection: Collection;
}

export const customer = definitionOf<CustomerInputs>("customers", customerSchema);
export const item = definitionOf<ItemInputs>("items", itemSchema);
export const project = definitionOf<ProjectInputs>("projects", projectSchema);

function definitionOf<Inputs extends RecordInputs>(
  collection: Collection,
  schema: ResourceSchema,
): RecordDefinition<Inputs> {
  const id = `{${recordIds[collection]}}`;
  return {
    ...recordRules,
    schema,
    collection,
    idFormat: id,
    noun: schema.title.toLowerCase(),
    nameFormat: id,

    // Several resources may manage a record, each some of its fields.
    manages: (args) => ({
      key: formatObjectKey(schema, args),
      fields: Object.keys(getManagedFields(schema, args)).map((path) => getCommonPath(schema, path)),
    }),

    reference: {
      source: 'document "Business Records Update Interface and Request Limits", v2.0',
      id: "Id of the record, in lower case.",
      example: "business-records",
    },
  };
}

export const definitions = [customer, item, project];
