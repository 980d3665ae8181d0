import type { FastifyRequest } from "fastify";
import { createCloudError } from "../../resourceManager.js";

const PROVIDER = "Vendor.Workloads";
const SYSTEM = `${PROVIDER}/erpVirtualInstances`;
const KINDS = ["databaseInstances", "applicationInstances", "centralInstances"] as const;
const LONGEST_RESOURCE_GROUP = 90;

/** Kind of an instance in its resource id. "" is the virtual instance, which is the whole system. */
export type InstanceKind = (typeof KINDS)[number] | "";

export interface Place {
  kind: InstanceKind;
  name: string;
  type: string;
  /** Resource id, ignoring letter case. */
  id: string;
}

/** Routes of the instances of each kind; parts after `:` are names. Paths ignore letter case. */
export const INSTANCES = (["", ...KINDS] as const).map((kind) => ({
  kind,
  path: `/subscriptions/:subscription/resourceGroups/:resourceGroup/providers/${SYSTEM}/:system${kind && `/${kind}/:name`}`,
}));

const LOCATIONS = `/subscriptions/:subscription/providers/${PROVIDER}/locations/:location`;

/**
 * Routes of the status and result of stops. Names of operations are longer than the router allows for a named part, so the routes
 * have wildcards.
 */
export const REPORTS = {
  status: `${LOCATIONS}/operationStatuses/*`,
  result: `${LOCATIONS}/operationResults/*`,
};

type Names = Record<"subscription" | "resourceGroup" | "system", string> & { name?: string };

export function readPlace(request: FastifyRequest, kind: InstanceKind): Place {
  const { subscription, resourceGroup, system, name } = request.params as Names;
  if (resourceGroup.length > LONGEST_RESOURCE_GROUP)
    throw createCloudError(400, {
      code: "InvalidParameter",
      message: `'resourceGroupName' must not have more than ${LONGEST_RESOURCE_GROUP} characters.`,
      target: "resourceGroupName",
    });
  const systemId = `/subscriptions/${subscription}/resourceGroups/${resourceGroup}/providers/${SYSTEM}/${system}`;
  return name === undefined
    ? { kind, name: system, type: SYSTEM, id: systemId }
    : { kind, name, type: `${SYSTEM}/${kind}`, id: `${systemId}/${kind}/${name}` };
}

const ID = new RegExp(
  `^/subscriptions/[^/]+/resourceGroups/[^/]+/providers/${SYSTEM}/([^/]+)(?:/(${KINDS.join("|")})/([^/]+))?$`,
  "i",
);

/**
 * Parses a resource id.
 *
 * @throws RangeError if it is not the id of an ERP instance
 */
export function parsePlace(id: string): Place {
  const [, system, plural, name] = ID.exec(id) ?? [];
  if (system === undefined)
    throw new RangeError(`'${id}' is not the resource id of an instance of an ERP system.`);
  const kind = KINDS.find((known) => known.toLowerCase() === plural?.toLowerCase());
  return kind === undefined || name === undefined
    ? { kind: "", name: system, type: SYSTEM, id }
    : { kind, name, type: `${SYSTEM}/${kind}`, id };
}

/** Converts a location to its form in addresses: "East US" to `EASTUS`. */
export function toRegion(location: string): string {
  return location.replace(/\s/g, "").toUpperCase();
}

/** Formats the path of a stop's status or result. The path of the status is also the operation's id. */
export function formatReportPath(
  report: keyof typeof REPORTS,
  instanceId: string,
  location: string,
  operation: string,
): string {
  const [, , subscription = ""] = instanceId.split("/");
  return REPORTS[report]
    .replace(":subscription", () => subscription)
    .replace(":location", () => location)
    .replace("*", operation);
}
