import { fillRoute } from "../../resourceManager.js";

const PROVIDER = "Vendor.ContainerInstance";

export const RESOURCE_TYPE = `${PROVIDER}/containerGroups`;

const COLLECTION = `/subscriptions/:subscription/resourceGroups/:resourceGroup/providers/${RESOURCE_TYPE}`;

/** Routes of the service; parts after `:` are names. Paths ignore letter case. */
export const ROUTES = {
  collection: COLLECTION,
  subscription: `/subscriptions/:subscription/providers/${RESOURCE_TYPE}`,
  group: `${COLLECTION}/:name`,
  operation: `/subscriptions/:subscription/providers/${PROVIDER}/locations/:location/operations/:operation`,
};

/** Whether a group belongs to the resource group or the subscription that the names of a route give. */
export function isWithin(names: unknown, id: string): boolean {
  const { resourceGroup } = names as { resourceGroup?: string };
  const start = fillRoute(resourceGroup === undefined ? "/subscriptions/:subscription" : COLLECTION, names);
  return id.toLowerCase().startsWith(`${start}/`.toLowerCase());
}
