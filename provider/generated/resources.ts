import type { ServiceQuery } from "../core/serviceQuery.js";
import { groupListing } from "../services/containerGroups/query.js";
import { recordListings } from "../services/records/query.js";

export { lifecycles } from "./lifecycles.js";
export { queries } from "./queries.js";

/** Lists of the objects that a resource can be imported as, by the title of the resource. */
export const listings: Readonly<Record<string, ServiceQuery<unknown>>> = {
  ContainerGroup: groupListing,
  ...recordListings,
};
