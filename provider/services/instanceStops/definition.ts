import type { VersionedApi } from "../../contract/configuration.js";
import type { ResourceDefinition, Unchecked } from "../../contract/definition.js";
import type { Profile } from "../../contract/profile.js";
import type {
  ApplicationServerInstanceStopInputs,
  CentralServerInstanceStopInputs,
  DatabaseInstanceStopInputs,
  DatabaseInstanceStopState,
  VirtualInstanceStopInputs,
} from "../../generated/lifecycleTypes.js";
import { readPhase } from "../../lro/phase.js";
import type { ResourceSchema } from "../../schema/keywords.js";
import { formatObjectKey } from "../../schema/resourceId.js";
import {
  applicationServerInstanceStopSchema,
  centralServerInstanceStopSchema,
  databaseInstanceStopSchema,
  virtualInstanceStopSchema,
} from "./schema.js";

export type StopInputs =
  | DatabaseInstanceStopInputs
  | ApplicationServerInstanceStopInputs
  | CentralServerInstanceStopInputs
  | VirtualInstanceStopInputs;

export type StopOutputs = Pick<
  DatabaseInstanceStopState,
  Exclude<keyof DatabaseInstanceStopState, keyof DatabaseInstanceStopInputs>
>;

/** Status of a stop that the service accepted without reporting the result. */
export const UNOBSERVED = "Unobserved";

export const STOPS_API: VersionedApi = {
  key: "erpApiVersion",
  defaults: { vendor: "2023-04-01", azure: "2024-09-01" },
};

export const databaseInstanceStop = defineStop<DatabaseInstanceStopInputs>(
  databaseInstanceStopSchema,
  "database instance",
  "/databaseInstances/{databaseInstanceName}",
);

export const applicationServerInstanceStop = defineStop<ApplicationServerInstanceStopInputs>(
  applicationServerInstanceStopSchema,
  "application server instance",
  "/applicationInstances/{applicationInstanceName}",
);

export const centralServerInstanceStop = defineStop<CentralServerInstanceStopInputs>(
  centralServerInstanceStopSchema,
  "central server instance",
  "/centralInstances/{centralInstanceName}",
  "azure",
);

export const virtualInstanceStop = defineStop<VirtualInstanceStopInputs>(
  virtualInstanceStopSchema,
  "virtual instance",
  "",
  "azure",
);

/**
 * Creates the definition of a stop. Its id is the id of the instance.
 *
 * @param place path of the instance below the virtual instance; empty for the virtual instance itself
 * @param profile the only profile with this resource. Default: both profiles
 */
function defineStop<Inputs extends StopInputs>(
  schema: ResourceSchema,
  noun: string,
  place: string,
  profile?: Profile,
): ResourceDefinition<Inputs> {
  const name = place.replace(/^.*\//, "");
  return {
    schema,
    ...(profile && { profile }),
    service: "resourceManager",
    api: STOPS_API,
    idFormat:
      "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.Workloads" +
      `/erpVirtualInstances/{erpVirtualInstanceName}${place}`,
    noun,
    nameFormat: `${name === "" ? "" : `${name} of the ERP system `}{erpVirtualInstanceName} in {resourceGroupName}`,

    manages: (args) => ({ key: formatObjectKey(schema, args) }),

    isDeleteNoop: ({ args }) => !stopsOnDestroy(args),

    reference: {
      about: [
        `Stops the ${noun} of an ERP system when the resource is created and whenever \`triggers\` change or, with \`stopOn: "destroy"\`, when the resource is destroyed. Without a change, nothing is sent. The id is the path of the instance.`,
        "If the instance is already stopped, no stop is sent. If a stop is in progress, the provider waits for it: after an interrupted run or a time-out, the next run resumes waiting. It sends no second stop, unless the service no longer knows the first one and the instance is running. The next `up` repeats a stop that failed, but not a stop that was canceled at the service.",
        ...(profile === undefined ? [] : [`Only the profile \`${profile}\` has this resource.`]),
      ],
      source:
        profile === undefined
          ? 'document "Instance Stop Operations and Developer API Tokens", 2023-04-01'
          : "public specification of Microsoft.Workloads, 2023-04-01",
      id: `Path of the instance at the service: \`/subscriptions/…/${profile === "azure" ? "sap" : "erp"}VirtualInstances${place && "/…"}/<name>\`.`,
      example: "erp-nightly-stop",
    },
  };
}

export const definitions = [
  databaseInstanceStop,
  applicationServerInstanceStop,
  centralServerInstanceStop,
  virtualInstanceStop,
];

interface PriorStop {
  args: Unchecked<StopInputs>;
  outputs: Unchecked<StopOutputs>;
}

/**
 * Returns the effect of an update: `waits` for the destroy, `stops` the instance, `resumes` an unfinished stop, or does
 * `nothing`.
 *
 * @param changed paths of the changed arguments
 */
export function predictUpdate(
  prior: PriorStop,
  args: Unchecked<StopInputs>,
  changed: string[],
): "waits" | "stops" | "resumes" | "nothing" {
  if (stopsOnDestroy(args)) return "waits";
  if (changed.some((path) => /^triggers\b/.test(path)) || stopsOnDestroy(prior.args)) return "stops";
  return isUnfinished(prior) ? "resumes" : "nothing";
}

export function stopsOnDestroy({ stopOn }: Unchecked<StopInputs>): boolean {
  return typeof stopOn === "string" && stopOn.toLowerCase() === "destroy";
}

/** A stop that was canceled at the service is finished: only a change of `triggers` repeats it. */
export function isUnfinished(prior: PriorStop): boolean {
  const { status } = prior.outputs;
  const isFailed = typeof status === "string" && readPhase(status) === "failed";
  return !stopsOnDestroy(prior.args) && (isFailed || isUnderWay(prior));
}

/** Whether a stop has begun and its result is unknown. */
export function isUnderWay({ outputs: { status } }: PriorStop): boolean {
  return typeof status === "string" && status !== UNOBSERVED && readPhase(status) === "running";
}
