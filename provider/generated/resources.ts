import type { Lookup } from "../core/lookup.js";
import { groupListing } from "../services/containerGroups/lookup.js";
import { recordListings } from "../services/recordQueries/lookup.js";

export { lifecycles } from "./lifecycles.js";
export { lookups } from "./lookups.js";

/** Lists of the objects that a resource can be imported as, by the title of the resource. */
export const listings: Readonly<Record<string, Lookup<unknown>>> = {
  ContainerGroup: groupListing,
  ...recordListings,
};
