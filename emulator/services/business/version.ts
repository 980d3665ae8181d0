import type { Collection, EntityType } from "./model/entityType.js";
import { entityTypes } from "./model/index.js";

export type Version = "v1.0" | "v2.0";

/** Rules of a version for the records of a collection. */
export interface Conventions {
  /** The fields that identify a record in a path, alternatives in a list: one field, or several separated by commas. */
  keys: readonly (readonly string[])[];
  /** Whether an update requires an entity tag. */
  tagToUpdate: boolean;
  /** Whether a single record is returned in a list. */
  wrapped: boolean;
}

const BY_ID: Conventions = { keys: [["id"]], tagToUpdate: true, wrapped: false };

const PARENT_AND_DIMENSION = ["parentId", "dimensionId"];

/** The versions differ only in default dimensions. */
const DEFAULT_DIMENSIONS: Record<Version, Conventions> = {
  "v1.0": { keys: [PARENT_AND_DIMENSION], tagToUpdate: false, wrapped: true },
  "v2.0": { ...BY_ID, keys: [["id"], PARENT_AND_DIMENSION] },
};

const { id: _id, parentType: _type, ...oldFields } = entityTypes.defaultDimensions.fields;
const OLD_DEFAULT_DIMENSION: EntityType = { ...entityTypes.defaultDimensions, fields: oldFields };

export function getConventions(version: Version, collection: Collection): Conventions {
  return collection === "defaultDimensions" ? DEFAULT_DIMENSIONS[version] : BY_ID;
}

/** Returns a type of record with the fields of a version. */
export function getEntityType(version: Version, collection: Collection): EntityType {
  return collection === "defaultDimensions" && version === "v1.0"
    ? OLD_DEFAULT_DIMENSION
    : entityTypes[collection];
}
