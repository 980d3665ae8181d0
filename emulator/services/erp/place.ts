import type { FastifyRequest } from "fastify";
import { createCloudError, fillRoute, isOfRoute, toRegion } from "../../resourceManager.js";

const PROVIDER = "Vendor.Workloads";
const TYPE = `${PROVIDER}/erpVirtualInstances`;
const SYSTEM = `/subscriptions/:subscription/resourceGroups/:resourceGroup/providers/${TYPE}/:system`;
const LONGEST_RESOURCE_GROUP = 90;

/** Kind of an instance in its resource id. "" is the virtual instance, which is the whole system. */
export const KINDS = ["", "databaseInstances", "applicationInstances", "centralInstances"] as const;
export type InstanceKind = (typeof KINDS)[number];

export interface Place {
  kind: InstanceKind;
  name: string;
  type: string;
  /** Resource id, ignoring letter case. */
  id: string;
}

export function getRoute(kind: InstanceKind): string {
  return kind === "" ? SYSTEM : `${SYSTEM}/${kind}/:name`;
}

const LOCATIONS = `/subscriptions/:subscription/providers/${PROVIDER}/locations/:location`;

/**
 * Routes of the status and result of stops. Names of operations are longer than the router allows for a named part, so the routes
 * have wildcards.
 */
export const REPORTS = {
  status: `${LOCATIONS}/operationStatuses/*`,
  result: `${LOCATIONS}/operationResults/*`,
};

export function readId({ params }: FastifyRequest, kind: InstanceKind): string {
  if ((params as { resourceGroup: string }).resourceGroup.length > LONGEST_RESOURCE_GROUP)
    throw createCloudError(400, {
      code: "InvalidParameter",
      message: `'resourceGroupName' must not have more than ${LONGEST_RESOURCE_GROUP} characters.`,
      target: "resourceGroupName",
    });
  return fillRoute(getRoute(kind), params);
}

/** @throws RangeError if `id` is not the resource id of an ERP instance */
export function parsePlace(id: string): Place {
  const kind = KINDS.find((known) => isOfRoute(getRoute(known), id));
  if (kind === undefined)
    throw new RangeError(`'${id}' is not the resource id of an instance of an ERP system.`);
  return { kind, name: id.split("/").at(-1) ?? "", type: kind === "" ? TYPE : `${TYPE}/${kind}`, id };
}

/** Formats the path of a stop's status or result. The service is inconsistent about the letter case of the location. */
export function formatReportPath(
  report: keyof typeof REPORTS,
  instanceId: string,
  location: string,
  operation: string,
  isUpperCase = true,
): string {
  const [, , subscription = ""] = instanceId.split("/");
  const region = toRegion(location);
  const names = { subscription, location: isUpperCase ? region.toUpperCase() : region };
  return fillRoute(REPORTS[report], names).replace("*", operation);
}
