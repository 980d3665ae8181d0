import type { Lifecycle } from "../../contract/lifecycle.js";
import type { DefaultDimensionInputs, DefaultDimensionState } from "../../generated/lifecycleTypes.js";
import { CompanyClient } from "../../odata/companyClient.js";
import { connectBusiness } from "../../odata/connectBusiness.js";
import { createRecordLifecycle } from "../../records/recordLifecycle.js";
import { findIdByNumber, type RecordNumber } from "../../records/recordNumber.js";
import { createDimensionSource } from "./client.js";
import { defaultDimension } from "./definition.js";
import { defaultDimensionSchema } from "./schema.js";

/** The life of a default dimension. */
export const defaultDimensionLifecycle: Lifecycle<DefaultDimensionInputs, DefaultDimensionState> = {
  ...createRecordLifecycle<DefaultDimensionInputs, DefaultDimensionState>({
    ...defaultDimension,
    source: createDimensionSource,

    lookUp(id, args, context) {
      const company = new CompanyClient(connectBusiness(context), "v2.0", String(args.companyId));
      const find = (number: Omit<RecordNumber, "argument">) =>
        findIdByNumber(
          company,
          args,
          { ...number, argument: String(defaultDimensionSchema.properties[id]?.lookedUpBy) },
          context,
        );
      if (id === "parentId") return find({ collection: String(args.parentType).toLowerCase() });
      if (id === "dimensionId") return find({ collection: "dimensions", field: "code" });
      const dimensionId = String(args.dimensionId);
      return find({ collection: "dimensionValues", field: "code", dimensionId });
    },
  }),

  /** The service has no request that creates one. */
  async previewCreate(args, context) {
    if (!context.settings.hasToken("business")) return undefined;
    const source = createDimensionSource(args as DefaultDimensionInputs, context);
    if ((await source.read()) !== "missing") return undefined;
    return `${source.name} does not exist. Create it at the service first, or correct the ids.`;
  },
};
