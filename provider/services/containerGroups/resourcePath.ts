import type { JsonObject } from "../../schema/json.js";

/** The id of a group: its path at the service. */
export function resourcePath({ subscriptionId, resourceGroupName, containerGroupName }: JsonObject): string {
  const provider = "providers/Vendor.ContainerInstance/containerGroups";
  return `/subscriptions/${subscriptionId}/resourceGroups/${resourceGroupName}/${provider}/${containerGroupName}`;
}
