import type { ResourceDefinition } from "../../contract/definition.js";
import type { DefaultDimensionInputs } from "../../generated/lifecycleTypes.js";
import { recordRules, restores, retains } from "../../partialUpdates/recordSchema.js";
import { formatObjectKey } from "../../schema/resourceId.js";
import { defaultDimensionSchema as schema } from "./schema.js";

export const defaultDimension: ResourceDefinition<DefaultDimensionInputs> = {
  ...recordRules,
  schema,
  idFormat: "{parentType}/{parentId}/{dimensionId}",
  noun: "default dimension",
  nameFormat: "{dimensionId} of {parentType} {parentId}",

  manages: (args) => ({ key: formatObjectKey(schema, args) }),
  createsMissing: true,
  isDeleteNoop: ({ args, outputs, privateState }) =>
    retains(args) ||
    !(restores(args) || typeof outputs?.createdId === "string" || privateState?.isCreationUnsure === true),

  reference: {
    about: [
      "A default dimension of an item, a customer, an employee or a vendor. With `vendorcloud:defaultDimensionsApi` `v2.0`, it is created if it does not exist, and a destroy deletes it if this stack created it: see `onDestroy`. With `v1.0` it must exist.",
      "Of an existing default dimension, only fields that differ are sent. An update reads the dimension first, and does not overwrite a change that another client made before this read. With `v2.0`, the update sends the entity tag of the read, so it does not overwrite later changes either. With `v1.0`, updates have no entity tag, and a change between the read and the update is not detected.",
      "The id is `parentType/parentId/dimensionId`. A change of company, parent or dimension replaces the resource.",
    ],
    source:
      'document "Business Records Update Interface and Request Limits", v1.0, and the public reference of defaultDimension, v2.0',
    id: "`parentType/parentId/dimensionId`, in lower case, with either API version.",
    example: "business-records",
  },
};

export const definitions = [defaultDimension];
