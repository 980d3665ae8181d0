import { recordLifecycle } from "../../records/recordLifecycle.js";
import { objectKey } from "../../schema/objectKey.js";

import type { DefaultDimensionInputs, DefaultDimensionState } from "../../types/lifecycles.js";
import { dimensionSource } from "./client.js";

import { defaultDimensionSchema } from "./schema.js";

/** The life of a default dimension. */
export const defaultDimensionLifecycle = recordLifecycle<DefaultDimensionInputs, DefaultDimensionState>({
  schema: defaultDimensionSchema,
  source: dimensionSource,
  manages: (args) => ({ key: objectKey(defaultDimensionSchema, args) }),
  idFormat: "{parentType}/{parentId}/{dimensionId}",
});
