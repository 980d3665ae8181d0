import type { Context } from "../../contract/lifecycle.js";
import { ProviderError } from "../../contract/providerError.js";
import { formatMissing, formatTakeover } from "../../core/warnings.js";
import type { DefaultDimensionInputs } from "../../generated/lifecycleTypes.js";
import { connectBusiness } from "../../odata/batches.js";
import { type Entity, hasIdOf, type IsRequested, isRecordId, toEntity } from "../../odata/bodies.js";
import { CompanyClient, isUnknownPath, requireTag } from "../../odata/companyClient.js";
import { findIdByNumber, type RecordNumber } from "../../odata/recordNumbers.js";
import { RecordGoneError } from "../../partialUpdates/conflict.js";
import type { RecordSnapshot, RecordSource } from "../../partialUpdates/partialUpdate.js";
import { createRecordLifecycle } from "../../partialUpdates/recordLifecycle.js";
import { formatUndeletable } from "../../partialUpdates/taggedDelete.js";
import { isAbsent, isObject, type Json } from "../../schema/json.js";
import { isSameText } from "../../schema/normalize.js";
import { fromWire } from "../../schema/wire.js";
import { defaultDimension } from "./definition.js";
import { defaultDimensionSchema as schema } from "./schema.js";

const life = createRecordLifecycle<DefaultDimensionInputs>({
  ...defaultDimension,
  source: createDimensionSource,

  resolveId(argument, args, context) {
    const find = (number: Omit<RecordNumber, "argument">) =>
      findIdByNumber(args, { ...number, argument }, context);
    if (argument === "parentNumber") return find({ collection: String(args.parentType).toLowerCase() });
    if (argument === "dimensionCode") return find({ collection: "dimensions" });
    return find({ collection: "dimensionValues", dimensionId: String(args.dimensionId) });
  },
});

export const defaultDimensionLifecycle: typeof life = {
  ...life,

  hint(error, settings) {
    const hint = life.hint?.(error, settings);
    const mayBeWithdrawn = isUnknownPath(error) && settings.defaultDimensionsApi === "v1.0";
    return mayBeWithdrawn ? `${hint} ${WITHDRAWN}` : hint;
  },

  /** Says whether the create makes a default dimension, or takes over an existing one. The version 1.0 cannot create any. */
  async previewCreate(args, context) {
    if (!context.settings.hasToken("business")) return undefined;
    const source = createDimensionSource(args as DefaultDimensionInputs, context);
    const found = await source.read();
    const missing = found === "missing" ? source.findMissing() : undefined;
    if (missing !== undefined)
      return new ProviderError(
        `${missing} does not exist. Create it at the service first, or correct the ids.`,
      );
    if (source.existence !== undefined)
      context.log.info(
        found === "missing" ? formatMissing(source.name) : formatTakeover(source.name, ADOPTED),
      );
    return undefined;
  },
};

const ADOPTED = "Its declared fields are set, and a destroy does not delete it.";

const WITHDRAWN =
  "If the service has withdrawn its API v1.0, set `vendorcloud:defaultDimensionsApi` to `v2.0`: the state stays valid.";

interface DimensionSource extends RecordSource {
  findMissing(): string | undefined;
}

interface Key {
  /** Collection of the parent, in lower case. */
  parentType: string;
  parentId: string;
  dimensionId: string;
}

function readKey(args: DefaultDimensionInputs): Key {
  // After a refresh, these arguments may contain any JSON that the service returned.
  const part = (name: keyof Key): string => String(args[name]).toLowerCase();
  return { parentType: part("parentType"), parentId: part("parentId"), dimensionId: part("dimensionId") };
}

/**
 * Reads a default dimension with its parent, by the documented expand. v1.0 updates it by parent and dimension, without an entity
 * tag; v2.0 by its id, with the tag.
 */
function createDimensionSource(args: DefaultDimensionInputs, context: Context): DimensionSource {
  const api = context.settings.defaultDimensionsApi;
  const company = new CompanyClient(connectBusiness(context), api, args.companyId);
  const { parentType, parentId, dimensionId } = readKey(args);
  const path = `${parentType}(${parentId})/defaultDimensions`;
  const name = `default dimension ${dimensionId} on ${parentType}(${parentId})`;
  const isRequested: IsRequested = (fields) =>
    isSameText(fields.parentId, parentId) && isSameText(fields.dimensionId, dimensionId);
  /** Id from the last read. */
  let id: Json;
  /** Whether the last read has found the parent. */
  let hasParent = false;
  /** What the last read has not found and the service does not create. */
  const findMissing = (): string | undefined => {
    if (api === "v1.0") return name;
    return hasParent ? undefined : `${parentType}(${parentId})`;
  };
  return {
    name,
    isTagged: api === "v2.0",
    findMissing,

    async read() {
      const parent = await company.find(parentType, parentId, { expand: "defaultDimensions" });
      hasParent = parent !== "missing";
      if (parent === "missing") return "missing";
      const [found] = dimensionsOf(parent).filter((fields) => isSameText(fields.dimensionId, dimensionId));
      id = found?.id;
      return found === undefined ? "missing" : snapshotOf(toEntity(found));
    },

    async patch(body, tag) {
      if (api === "v2.0") {
        if (!isRecordId(id)) throw new ProviderError(NO_ID);
        return snapshotOf(await company.patch(`${path}(${id})`, body, requireTag(tag), hasIdOf(String(id))));
      }
      return snapshotOf(
        await company.patch(`${path}(${parentId},${dimensionId})`, body, undefined, isRequested),
      );
    },

    ...(api === "v2.0" && {
      existence: {
        async create(body) {
          const missing = findMissing();
          if (missing !== undefined) throw new RecordGoneError(`${missing} does not exist.`);
          const isNew: IsRequested = (fields) => isRequested(fields) && isRecordId(fields.id);
          const created = await company.post(path, { parentId, dimensionId, ...body }, isNew);
          if (created === undefined) throw new ProviderError(NOT_RETURNED, "unknown");
          return snapshotOf(created);
        },
        delete: (tag) => company.delete(`${path}(${id})`, tag),
        undeletable: formatUndeletable("default dimension", context.urn),
      },
    }),
  };

  /**
   * Returns all default dimensions of the parent. An incomplete list is an error: a dimension that is left out would count as
   * missing.
   */
  function dimensionsOf({ fields }: Entity): Entity["fields"][] {
    const { defaultDimensions: found } = fields;
    if (!Array.isArray(found) || !found.every(isObject)) throw new ProviderError(NO_DIMENSIONS);
    const isOwn: IsRequested = (dimension) =>
      typeof dimension.dimensionId === "string" &&
      (isAbsent(dimension.parentId) || isSameText(dimension.parentId, parentId));
    const ids = new Set(found.map((dimension) => String(dimension.dimensionId).toLowerCase()));
    if (!found.every(isOwn) || ids.size < found.length) throw new ProviderError(NO_DIMENSIONS);
    return found;
  }
}

const NO_DIMENSIONS = "the service did not return each default dimension of the record exactly once.";

const NOT_RETURNED = "the service did not return the default dimension that it created.";

const NO_ID = "the service returned no id for the default dimension. Nothing was sent.";

/** In v2.0 `parentType` is the type of the parent, not its collection. */
function snapshotOf({ fields: { parentType: _, ...fields }, tag }: Entity): RecordSnapshot {
  const id = isRecordId(fields.id) ? String(fields.id).toLowerCase() : undefined;
  return { answer: fromWire(schema, fields), tag, id };
}
