import type { Lifecycle } from "../../contract/lifecycle.js";
import { ProviderError } from "../../contract/providerError.js";
import type { DefaultDimensionInputs, DefaultDimensionState } from "../../generated/lifecycleTypes.js";
import { ServiceError } from "../../http/serviceError.js";
import { createRecordLifecycle, findIdByNumber, type RecordNumber } from "../../records/recordLifecycle.js";
import { createDimensionSource } from "./client.js";
import { defaultDimension } from "./definition.js";

const life = createRecordLifecycle<DefaultDimensionInputs, DefaultDimensionState>({
  ...defaultDimension,
  source: createDimensionSource,

  lookUp(argument, args, context) {
    const find = (number: Omit<RecordNumber, "argument">) =>
      findIdByNumber(args, { ...number, argument }, context);
    if (argument === "parentNumber") return find({ collection: String(args.parentType).toLowerCase() });
    if (argument === "dimensionCode") return find({ collection: "dimensions" });
    return find({ collection: "dimensionValues", dimensionId: String(args.dimensionId) });
  },
});

/** The life of a default dimension. */
export const defaultDimensionLifecycle: Lifecycle<DefaultDimensionInputs, DefaultDimensionState> = {
  ...life,

  hint(error, settings) {
    const hint = life.hint?.(error, settings);
    const mayBeWithdrawn =
      error instanceof ServiceError && error.status === 404 && settings.defaultDimensionsApi === "v1.0";
    return mayBeWithdrawn ? `${hint} ${WITHDRAWN}` : hint;
  },

  /** The service has no request that creates one. */
  async previewCreate(args, context) {
    if (!context.settings.hasToken("business")) return undefined;
    const source = createDimensionSource(args as DefaultDimensionInputs, context);
    if ((await source.read()) !== "missing") return undefined;
    return new ProviderError(
      `${source.name} does not exist. Create it at the service first, or correct the ids.`,
    );
  },
};

const WITHDRAWN =
  "If the service has withdrawn its API v1.0, set `vendorcloud:defaultDimensionsApi` to `v2.0`: the state stays valid.";
