import type { FastifyRequest } from "fastify";
import { CloudError } from "../../resourceManager.js";

const PROVIDER = "Vendor.Workloads";
const SYSTEM = `${PROVIDER}/erpVirtualInstances`;
const KINDS = ["databaseInstances", "applicationInstances", "centralInstances"] as const;
const LONGEST_RESOURCE_GROUP = 90;

/** Kind of an instance, as its resource id has it: "" is the system itself, the virtual instance. */
export type InstanceKind = (typeof KINDS)[number] | "";

/** Where an instance lives. */
export interface Place {
  kind: InstanceKind;
  name: string;
  /** Type of the resource, as answered. */
  type: string;
  /** Resource id. Two that differ in case only are the same. */
  id: string;
}

/** Paths of the instances of each kind; parts in `:` are names. Paths fit in any case. */
export const INSTANCES = (["", ...KINDS] as const).map((kind) => ({
  kind,
  path: `/subscriptions/:subscription/resourceGroups/:resourceGroup/providers/${SYSTEM}/:system${kind && `/${kind}/:name`}`,
}));

const LOCATIONS = `/subscriptions/:subscription/providers/${PROVIDER}/locations/:location`;

/** Where stops report. Names of operations are longer than the router lets a named part be, so they are wildcards. */
export const REPORTS = {
  status: `${LOCATIONS}/operationStatuses/*`,
  result: `${LOCATIONS}/operationResults/*`,
};

type Names = Record<"subscription" | "resourceGroup" | "system", string> & { name?: string };

/** The instance that a request is about. */
export function readPlace(request: FastifyRequest, kind: InstanceKind): Place {
  const { subscription, resourceGroup, system, name } = request.params as Names;
  if (resourceGroup.length > LONGEST_RESOURCE_GROUP)
    throw new CloudError(400, {
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

/** The place that a resource id names. @throws RangeError where it names no instance of an ERP system. */
export function parsePlace(id: string): Place {
  const [, system, plural, name] = ID.exec(id) ?? [];
  if (system === undefined)
    throw new RangeError(`'${id}' is not the resource id of an instance of an ERP system.`);
  const kind = KINDS.find((known) => known.toLowerCase() === plural?.toLowerCase());
  return kind === undefined || name === undefined
    ? { kind: "", name: system, type: SYSTEM, id }
    : { kind, name, type: `${SYSTEM}/${kind}`, id };
}

/** A location as addresses contain it: "East US" is `EASTUS`. */
export function toRegion(location: string): string {
  return location.replace(/\s/g, "").toUpperCase();
}

/** Path at which a stop of an instance reports. That of its status is the operation's id as well. */
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
