import { recordLifecycle } from "../../records/recordLifecycle.js";
import type { DefaultDimensionInputs, DefaultDimensionState } from "../../types/lifecycles.js";
import { dimensionSource } from "./client.js";
import { defaultDimension } from "./definition.js";

/** The life of a default dimension. */
export const defaultDimensionLifecycle = recordLifecycle<DefaultDimensionInputs, DefaultDimensionState>({
  ...defaultDimension,
  source: dimensionSource,
});
