import { resourceGroupName, segment, subscriptionId } from "../../resourceManager/resourceSchema.js";
import { additionalProperties, boolean, choice, number, text, triggers } from "../../schema/build.js";
import type { ResourceSchema, Schema } from "../../schema/keywords.js";

/**
 * Fields of a stop. Sources: document "Instance Stop Operations and Developer API Tokens"; for the central server instance and
 * the virtual instance, the public specification of Microsoft.Workloads, 2023-04-01.
 */

const seconds = (description: string, minimum: number, extra: Partial<Schema> = {}): Schema => ({
  type: "integer",
  description,
  minimum,
  // JavaScript does not represent larger integers exactly.
  maximum: Number.MAX_SAFE_INTEGER,
  ...extra,
});

const output = (description: string): Schema => text(description, { readOnly: true });

function stopSchema(title: string, what: string, instance: Record<string, Schema>): ResourceSchema {
  return {
    type: "object",
    title,
    description: `A stop of ${what} of an ERP system.`,
    required: ["subscriptionId", "resourceGroupName", "erpVirtualInstanceName", ...Object.keys(instance)],
    properties: {
      subscriptionId,
      resourceGroupName,
      erpVirtualInstanceName: segment("Name of the ERP virtual instance."),
      ...instance,
      softStopTimeoutSeconds: seconds(
        "Seconds that a soft shutdown waits until remote call and web clients no longer consider the server for load-balanced calls. Default: 0, a hard stop at once. A change applies only to the next stop.",
        0,
      ),
      deallocateVm: boolean(
        "Whether the virtual machines are deallocated with the stop. A stopped instance whose machines run is still paid for. Default: the service's (`false`). A change applies only to the next stop.",
        { since: "2023-10-01-preview" },
      ),
      additionalProperties: additionalProperties("the request of the stop"),
      stopOn: choice(
        "When to stop the instance: `create` (default), when the resource is created and whenever `triggers` change, or `destroy`, when the resource is destroyed.",
        {
          create: "When the resource is created, and whenever `triggers` change.",
          destroy: "When the resource is destroyed.",
        },
        { wire: "none", triggersUpdate: true },
      ),
      triggers,
      timeoutSeconds: seconds(
        "Maximum number of seconds to wait for the stop. It may then continue at the service, and the next `up` resumes waiting for it. Default: 1800 plus `softStopTimeoutSeconds`.",
        1,
        { wire: "none", triggersUpdate: true },
      ),
      status: output(
        "Status of the last stop as the service reports it, such as `Succeeded`; after a failure, the last known status. `Unobserved` if the service accepted the stop but does not report its result. Absent before the first stop.",
      ),
      operationId: output("Id of the operation at the service; absent when nothing had to be stopped."),
      operationName: output("Name of the operation at the service."),
      startTime: output("When the operation began."),
      endTime: output("When the operation ended."),
      percentComplete: number("Last known progress of the operation: 0 to 100.", {
        readOnly: true,
      }),
    },
  };
}

export const databaseInstanceStopSchema = stopSchema("DatabaseInstanceStop", "the database instance", {
  databaseInstanceName: segment("Name of the database instance."),
});

export const applicationServerInstanceStopSchema = stopSchema(
  "ApplicationServerInstanceStop",
  "an application server instance",
  { applicationInstanceName: segment("Name of the application server instance.") },
);

export const centralServerInstanceStopSchema = stopSchema(
  "CentralServerInstanceStop",
  "the central server instance",
  { centralInstanceName: segment("Name of the central server instance.") },
);

export const virtualInstanceStopSchema = stopSchema(
  "VirtualInstanceStop",
  "the virtual instance (its application servers and its central server)",
  {},
);
