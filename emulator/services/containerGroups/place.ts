import type { FastifyRequest } from "fastify";

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

export interface Place {
  subscription: string;
  name: string;
  /** Resource id, ignoring letter case. */
  id: string;
}

export function readPlace(request: FastifyRequest): Place {
  const { subscription, name } = request.params as { subscription: string; name: string };
  return { subscription, name, id: `${getCollection(request)}/${name}` };
}

const ID = new RegExp(
  `^/subscriptions/([^/]+)/resourceGroups/[^/]+/providers/${RESOURCE_TYPE}/([^/]+)$`,
  "i",
);

/**
 * Parses a resource id.
 *
 * @throws RangeError if it is not the id of a container group
 */
export function parsePlace(id: string): Place {
  const [, subscription, name] = ID.exec(id) ?? [];
  if (subscription === undefined || name === undefined)
    throw new RangeError(`'${id}' is not the resource id of a container group.`);
  return { subscription, name, id };
}

/** Whether a group belongs to the resource group or the subscription of a request. */
export function isWithin(request: FastifyRequest, id: string): boolean {
  const { subscription, resourceGroup } = request.params as { subscription: string; resourceGroup?: string };
  const start = resourceGroup === undefined ? `/subscriptions/${subscription}` : getCollection(request);
  return id.toLowerCase().startsWith(`${start}/`.toLowerCase());
}

function getCollection(request: FastifyRequest): string {
  const { subscription, resourceGroup } = request.params as { subscription: string; resourceGroup: string };
  return `/subscriptions/${subscription}/resourceGroups/${resourceGroup}/providers/${RESOURCE_TYPE}`;
}

/** Converts a location to its form in addresses: "West US" to `westus`. Requests may lack a location. */
export function toRegion(location: string | undefined): string {
  return (location ?? "westus").replace(/\s/g, "").toLowerCase();
}

/** Formats the path and query of an operation's status, with the service's own version. */
export function formatOperationPath(place: Place, location: string | undefined, operation: string): string {
  return ROUTES.operation
    .replace(":subscription", place.subscription)
    .replace(":location", toRegion(location))
    .replace(":operation", operation)
    .concat("?api-version=2018-06-01");
}
