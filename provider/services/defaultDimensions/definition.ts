import type { ResourceDefinition } from "../../contract/definition.js";
import type { DefaultDimensionInputs } from "../../generated/lifecycleTypes.js";
import { recordRules } from "../../records/recordSchema.js";
import { formatObjectKey } from "../../schema/resourceId.js";
import { defaultDimensionSchema as schema } from "./schema.js";

export const defaultDimension: ResourceDefinition<DefaultDimensionInputs> = {
  ...recordRules,
  schema,
  idFormat: "{parentType}/{parentId}/{dimensionId}",
  noun: "default dimension",
  nameFormat: "{dimensionId} of {parentType} {parentId}",

  manages: (args) => ({ key: formatObjectKey(schema, args) }),

  reference: {
    about: [
      "A default dimension that exists on an item, a customer, an employee or a vendor. Only fields that differ are sent. With `vendorcloud:defaultDimensionsApi` `v1.0` the service takes these updates without an entity tag, so a change that another client makes between the read and the update is not noticed. One that was made before is, and is not overwritten. With `v2.0` each update has the entity tag of the read, and both are noticed.",
      "The id is `parentType/parentId/dimensionId`. Another company, parent or dimension replaces the resource. Destroying it leaves the dimension as it is, or restores the earlier values: see `onDestroy`.",
    ],
    source:
      'document "Business Records Update Interface and Request Limits", v1.0, and the public reference of defaultDimension, v2.0',
    id: "`parentType/parentId/dimensionId`, in lower case, with either version of the interface.",
    example: "business-records",
  },
};

export const definitions = [defaultDimension];
