import { connect } from "../../connection.js";
import type { Context } from "../../lifecycle.js";
import { Company, type Entity, entityOf } from "../../odata/company.js";
import type { Look, Source } from "../../odata/partialUpdate.js";
import { isObject, type JsonObject } from "../../schema/json.js";
import { fromWire } from "../../schema/wire.js";
import { defaultDimensionSchema as schema } from "./schema.js";

/** Parts of the id of a default dimension. */
export interface Key {
  /** Collection of its parent, in lower case. */
  parentType: string;
  parentId: string;
  dimensionId: string;
}

export function keyOf(args: JsonObject): Key {
  const part = (name: keyof Key): string => String(args[name]).toLowerCase();
  return { parentType: part("parentType"), parentId: part("parentId"), dimensionId: part("dimensionId") };
}

/** A default dimension, v1.0: read with its parent by the documented expand, updated without an entity tag. */
export function dimensionSource(args: JsonObject, context: Context): Source {
  const company = new Company(connect("business", context), "v1.0", String(args.companyId));
  const { parentType, parentId, dimensionId } = keyOf(args);
  const path = `${parentType}(${parentId})/defaultDimensions(${parentId},${dimensionId})`;
  return {
    name: `default dimension ${dimensionId} on ${parentType}(${parentId})`,

    async read() {
      const parent = await company.find(parentType, parentId, { expand: "defaultDimensions" });
      if (parent === "missing") return "missing";
      const dimensions = parent.fields.defaultDimensions;
      if (!Array.isArray(dimensions))
        throw new Error("the service did not answer with the default dimensions.");
      const isWanted = (found: unknown): found is JsonObject =>
        isObject(found) && String(found.dimensionId).toLowerCase() === dimensionId;
      const found = dimensions.find(isWanted);
      return found === undefined ? "missing" : look(entityOf(found));
    },

    async patch(body) {
      const answered = await company.patch(path, body);
      return answered && look(answered);
    },
  };
}

function look({ fields, tag }: Entity): Look {
  return { answer: fromWire(schema, fields) as JsonObject, tag };
}
