import { createRecordLifecycle } from "../../records/recordLifecycle.js";
import type { DefaultDimensionInputs, DefaultDimensionState } from "../../types/lifecycles.js";
import { createDimensionSource } from "./client.js";
import { defaultDimension } from "./definition.js";

/** The life of a default dimension. */
export const defaultDimensionLifecycle = createRecordLifecycle<DefaultDimensionInputs, DefaultDimensionState>(
  {
    ...defaultDimension,
    source: createDimensionSource,
  },
);
