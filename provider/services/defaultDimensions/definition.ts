import type { ResourceDefinition } from "../../contract/definition.js";
import type { DefaultDimensionInputs } from "../../generated/lifecycleTypes.js";
import { recordRules } from "../../records/recordDefinition.js";
import { formatObjectKey } from "../../schema/objectKey.js";
import { defaultDimensionSchema as schema } from "./schema.js";

export const defaultDimension: ResourceDefinition<DefaultDimensionInputs> = {
  ...recordRules,
  schema,
  idFormat: "{parentType}/{parentId}/{dimensionId}",
  noun: "default dimension",
  nameFormat: "{dimensionId} of {parentType} {parentId}",

  manages: (args) => ({ key: formatObjectKey(schema, args) }),

  reference: {
    source: 'document "Business Records Update Interface and Request Limits", v1.0',
    id: "`parentType/parentId/dimensionId`, in lower case.",
    example: "business-records",
  },
};

export const definitions = [defaultDimension];
