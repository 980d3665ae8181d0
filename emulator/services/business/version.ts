import type { Collection, EntityType } from "./model/entityType.js";
import { entityTypes } from "./model/index.js";

/** A version of the interface, as paths contain it. */
export type Version = "v1.0" | "v2.0";

/** How a version treats the records of a collection. */
export interface Conventions {
  /** The fields that name a record in a path: one, or several with commas between them. */
  keys: readonly (readonly string[])[];
  /** Whether a change needs an entity tag. */
  tagToUpdate: boolean;
  /** Whether a single record is answered inside a list. */
  wrapped: boolean;
}

const BY_ID: Conventions = { keys: [["id"]], tagToUpdate: true, wrapped: false };

const PARENT_AND_DIMENSION = ["parentId", "dimensionId"];

/** Default dimensions are the one collection that the versions disagree about. */
const DEFAULT_DIMENSIONS: Record<Version, Conventions> = {
  "v1.0": { keys: [PARENT_AND_DIMENSION], tagToUpdate: false, wrapped: true },
  "v2.0": { ...BY_ID, keys: [["id"], PARENT_AND_DIMENSION] },
};

const { id: _id, parentType: _type, ...oldFields } = entityTypes.defaultDimensions.fields;
const OLD_DEFAULT_DIMENSION: EntityType = { ...entityTypes.defaultDimensions, fields: oldFields };

export function getConventions(version: Version, collection: Collection): Conventions {
  return collection === "defaultDimensions" ? DEFAULT_DIMENSIONS[version] : BY_ID;
}

/** A kind of record with the fields that a version knows. */
export function getEntityType(version: Version, collection: Collection): EntityType {
  return collection === "defaultDimensions" && version === "v1.0"
    ? OLD_DEFAULT_DIMENSION
    : entityTypes[collection];
}
