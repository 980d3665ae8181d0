import type { Context } from "../../contract/lifecycle.js";
import { ProviderError } from "../../contract/providerError.js";
import type { DefaultDimensionInputs } from "../../generated/lifecycleTypes.js";
import { type IsWanted, isSameGuid } from "../../odata/bodies.js";
import { CompanyClient, type Entity, toEntity } from "../../odata/companyClient.js";
import { connectBusiness } from "../../odata/connectBusiness.js";
import type { RecordSnapshot, Source } from "../../records/partialUpdate.js";
import { isAbsent, isObject } from "../../schema/json.js";
import { fromWire } from "../../schema/wire.js";
import { defaultDimensionSchema as schema } from "./schema.js";

/** Parts of the id of a default dimension. */
interface Key {
  /** Collection of its parent, in lower case. */
  parentType: string;
  parentId: string;
  dimensionId: string;
}

function keyOf(args: DefaultDimensionInputs): Key {
  // In an answer the service may have put anything under these names, and a refresh may have found it.
  const part = (name: keyof Key): string => String(args[name]).toLowerCase();
  return { parentType: part("parentType"), parentId: part("parentId"), dimensionId: part("dimensionId") };
}

/** A default dimension, v1.0: read with its parent by the documented expand, updated without an entity tag. */
export function createDimensionSource(args: DefaultDimensionInputs, context: Context): Source {
  const company = new CompanyClient(connectBusiness(context), "v1.0", args.companyId);
  const { parentType, parentId, dimensionId } = keyOf(args);
  const path = `${parentType}(${parentId})/defaultDimensions(${parentId},${dimensionId})`;
  return {
    name: `default dimension ${dimensionId} on ${parentType}(${parentId})`,

    async read() {
      const parent = await company.find(parentType, parentId, { expand: "defaultDimensions" });
      if (parent === "missing") return "missing";
      const [found] = dimensionsOf(parent).filter((fields) => isSameGuid(fields.dimensionId, dimensionId));
      return found === undefined ? "missing" : snapshotOf(toEntity(found));
    },

    async patch(body) {
      const isWanted: IsWanted = (fields) =>
        isSameGuid(fields.parentId, parentId) && isSameGuid(fields.dimensionId, dimensionId);
      return snapshotOf(await company.patch(path, body, undefined, isWanted));
    },
  };

  /** All of them: one that is left out would be taken for missing. */
  function dimensionsOf({ fields }: Entity): Entity["fields"][] {
    const { defaultDimensions: found, "defaultDimensions@odata.nextLink": next } = fields;
    if (!Array.isArray(found) || !found.every(isObject) || !isAbsent(next))
      throw new ProviderError(NO_DIMENSIONS);
    const isOwn: IsWanted = (dimension) =>
      typeof dimension.dimensionId === "string" &&
      (isAbsent(dimension.parentId) || isSameGuid(dimension.parentId, parentId));
    const ids = new Set(found.map((dimension) => String(dimension.dimensionId).toLowerCase()));
    if (!found.every(isOwn) || ids.size < found.length) throw new ProviderError(NO_DIMENSIONS);
    return found;
  }
}

const NO_DIMENSIONS = "the service did not return each default dimension of the record exactly once.";

function snapshotOf({ fields, tag }: Entity): RecordSnapshot {
  return { answer: fromWire(schema, fields), tag };
}
