import type { FastifyRequest } from "fastify";

const PROVIDER = "Vendor.ContainerInstance";

/** Type of the resource, as answered. */
export const RESOURCE_TYPE = `${PROVIDER}/containerGroups`;

const COLLECTION = `/subscriptions/:subscription/resourceGroups/:resourceGroup/providers/${RESOURCE_TYPE}`;

/** Where the service is reached; parts in `:` are names. Paths fit in any case. */
export const ROUTES = {
  collection: COLLECTION,
  subscription: `/subscriptions/:subscription/providers/${RESOURCE_TYPE}`,
  group: `${COLLECTION}/:name`,
  action: `${COLLECTION}/:name/:action(^start|stop|restart$)`,
  logs: `${COLLECTION}/:name/containers/:container/logs`,
  operation: `/subscriptions/:subscription/providers/${PROVIDER}/locations/:location/operations/:operation`,
};

/** Where a container group lives. */
export interface Place {
  subscription: string;
  name: string;
  /** Resource id. Two that differ in case only are the same. */
  id: string;
}

/** The container group that a request is about. */
export function readPlace(request: FastifyRequest): Place {
  const { subscription, name } = request.params as { subscription: string; name: string };
  return { subscription, name, id: `${getCollection(request)}/${name}` };
}

const ID = new RegExp(
  `^/subscriptions/([^/]+)/resourceGroups/[^/]+/providers/${RESOURCE_TYPE}/([^/]+)$`,
  "i",
);

/** The place that a resource id names. @throws RangeError where it names no container group. */
export function parsePlace(id: string): Place {
  const [, subscription, name] = ID.exec(id) ?? [];
  if (subscription === undefined || name === undefined)
    throw new RangeError(`'${id}' is not the resource id of a container group.`);
  return { subscription, name, id };
}

/** Whether a group is in the resource group, or in the subscription, whose groups a request asks for. */
export function isWithin(request: FastifyRequest, id: string): boolean {
  const { subscription, resourceGroup } = request.params as { subscription: string; resourceGroup?: string };
  const start = resourceGroup === undefined ? `/subscriptions/${subscription}` : getCollection(request);
  return id.toLowerCase().startsWith(`${start}/`.toLowerCase());
}

/** Id of the collection that a request is about. */
function getCollection(request: FastifyRequest): string {
  const { subscription, resourceGroup } = request.params as { subscription: string; resourceGroup: string };
  return `/subscriptions/${subscription}/resourceGroups/${resourceGroup}/providers/${RESOURCE_TYPE}`;
}

/** A location as addresses contain it: "West US" is `westus`. Needed even where none was sent. */
export function toRegion(location: string | undefined): string {
  return (location ?? "westus").replace(/\s/g, "").toLowerCase();
}

/** Path and query of an operation's status. The version is the one that the service itself puts there. */
export function formatOperationPath(place: Place, location: string | undefined, operation: string): string {
  return ROUTES.operation
    .replace(":subscription", place.subscription)
    .replace(":location", toRegion(location))
    .replace(":operation", operation)
    .concat("?api-version=2018-06-01");
}
