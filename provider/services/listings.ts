import type { ServiceQuery } from "../core/serviceQuery.js";
import { groupListing } from "./containerGroups/query.js";
import { recordListings } from "./records/query.js";

/** Lists of the objects that a resource can be imported as, by the title of the resource. */
export const listings: Readonly<Record<string, ServiceQuery<unknown>>> = {
  ContainerGroup: groupListing,
  ...recordListings,
};
