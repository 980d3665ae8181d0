import type { ResourceDefinition } from "../../contract/definition.js";
import type { CustomerInputs, ItemInputs, ProjectInputs } from "../../generated/lifecycleTypes.js";
import { getFieldName, getManagedFields } from "../../partialUpdates/fields.js";
import type { RecordInputs } from "../../partialUpdates/recordSchema.js";
import { recordRules } from "../../partialUpdates/recordSchema.js";
import type { ResourceSchema } from "../../schema/keywords.js";
import { formatObjectKey } from "../../schema/resourceId.js";
import { customerSchema, itemSchema, projectSchema } from "./schema.js";

/** Collections whose records can be updated, with the name of their id argument. */
export const recordIds = { customers: "customerId", items: "itemId", projects: "projectId" } as const;
export type RecordCollection = keyof typeof recordIds;

export interface RecordDefinition<Inputs extends object> extends ResourceDefinition<Inputs> {
  collection: RecordCollection;
}

export const customer = defineRecord<CustomerInputs>("customers", customerSchema, "a customer");
export const item = defineRecord<ItemInputs>("items", itemSchema, "an item");
export const project = defineRecord<ProjectInputs>("projects", projectSchema, "a project");

function defineRecord<Inputs extends RecordInputs>(
  collection: RecordCollection,
  schema: ResourceSchema,
  aRecord: string,
): RecordDefinition<Inputs> {
  const id = `{${recordIds[collection]}}`;
  return {
    ...recordRules,
    schema,
    collection,
    idFormat: id,
    noun: schema.title.toLowerCase(),
    nameFormat: id,

    // Several resources may each manage some fields of one record.
    manages: (args) => ({
      key: formatObjectKey(schema, args),
      fields: Object.keys(getManagedFields(schema, args)).map((path) => getFieldName(schema, path)),
    }),

    reference: {
      about: [
        `Fields of ${aRecord} that exists at the business service. The declared fields are managed: an update sends those that differ, with the record's entity tag. If another client has changed one of them, the update fails and the record is left unchanged. All other fields are not managed, and their values are outputs. The id of the resource is the id of the record.`,
        `Destroying the resource leaves the record unchanged, or restores the original values: see \`onDestroy\`. A change of \`${recordIds[collection]}\` or \`companyId\` replaces the resource.`,
      ],
      source: 'document "Business Records Update Interface and Request Limits", v2.0',
      id: "Id of the record, in lower case.",
      example: "business-records",
    },
  };
}

export const definitions = [customer, item, project];
