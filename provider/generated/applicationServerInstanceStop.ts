// Generated from the schema by `npm run generate`. Do not edit.

import type { Input, Output } from "@pulumi/pulumi";

/** A stop of an application server instance of an ERP system. Arguments. */
export interface ApplicationServerInstanceStopArgs {
  /** Id of the subscription. Default: `vendorcloud:subscriptionId`. A change replaces the resource. */
  subscriptionId?: Input<string | undefined>;
  /** Name of the resource group, 90 characters at most. A change replaces the resource. */
  resourceGroupName: Input<string>;
  /** Name of the ERP virtual instance. A change replaces the resource. */
  erpVirtualInstanceName: Input<string>;
  /** Name of the application server instance. A change replaces the resource. */
  applicationInstanceName: Input<string>;
  /** Seconds that a soft shutdown waits until remote call and web clients no longer consider the server for load-balanced calls. Default: 0, a hard stop at once. A change applies only to the next stop. */
  softStopTimeoutSeconds?: Input<number | undefined>;
  /** Whether the virtual machines are deallocated with the stop. A stopped instance whose machines run is still paid for. Default: the service's (`false`). A change applies only to the next stop. From API version 2023-10-01-preview on. */
  deallocateVm?: Input<boolean | undefined>;
  /** Undocumented fields of the request of the stop, by their names at the service. Sent unchanged, and compared as declared. */
  additionalProperties?: Input<Record<string, unknown> | undefined>;
  /** When to stop the instance: `create` (default), when the resource is created and whenever `triggers` change, or `destroy`, when the resource is destroyed. */
  stopOn?: Input<"create" | "destroy" | undefined>;
  /** Any value. A change repeats the action. Default: none, and the action runs once. */
  triggers?: Input<unknown>;
  /** Maximum number of seconds to wait for the stop. It may then continue at the service, and the next `up` resumes waiting for it. Default: 1800 plus `softStopTimeoutSeconds`. */
  timeoutSeconds?: Input<number | undefined>;
}

/** A stop of an application server instance of an ERP system. */
export interface ApplicationServerInstanceStopOutputs {
  /** Id of the subscription. Default: `vendorcloud:subscriptionId`. A change replaces the resource. */
  readonly subscriptionId: Output<string>;
  /** Name of the resource group, 90 characters at most. A change replaces the resource. */
  readonly resourceGroupName: Output<string>;
  /** Name of the ERP virtual instance. A change replaces the resource. */
  readonly erpVirtualInstanceName: Output<string>;
  /** Name of the application server instance. A change replaces the resource. */
  readonly applicationInstanceName: Output<string>;
  /** Seconds that a soft shutdown waits until remote call and web clients no longer consider the server for load-balanced calls. Default: 0, a hard stop at once. A change applies only to the next stop. */
  readonly softStopTimeoutSeconds: Output<number | undefined>;
  /** Whether the virtual machines are deallocated with the stop. A stopped instance whose machines run is still paid for. Default: the service's (`false`). A change applies only to the next stop. From API version 2023-10-01-preview on. */
  readonly deallocateVm: Output<boolean | undefined>;
  /** Undocumented fields of the request of the stop, by their names at the service. Sent unchanged, and compared as declared. */
  readonly additionalProperties: Output<Record<string, unknown> | undefined>;
  /** When to stop the instance: `create` (default), when the resource is created and whenever `triggers` change, or `destroy`, when the resource is destroyed. */
  readonly stopOn: Output<string | undefined>;
  /** Any value. A change repeats the action. Default: none, and the action runs once. */
  readonly triggers: Output<unknown>;
  /** Maximum number of seconds to wait for the stop. It may then continue at the service, and the next `up` resumes waiting for it. Default: 1800 plus `softStopTimeoutSeconds`. */
  readonly timeoutSeconds: Output<number | undefined>;
  /** Status of the last stop as the service reports it, such as `Succeeded`; after a failure, the last known status. `Unobserved` if the service accepted the stop but does not report its result. Absent before the first stop. */
  readonly status: Output<string | undefined>;
  /** Id of the operation at the service; absent when nothing had to be stopped. */
  readonly operationId: Output<string | undefined>;
  /** Name of the operation at the service. */
  readonly operationName: Output<string | undefined>;
  /** When the operation began. */
  readonly startTime: Output<string | undefined>;
  /** When the operation ended. */
  readonly endTime: Output<string | undefined>;
  /** Last known progress of the operation: 0 to 100. */
  readonly percentComplete: Output<number | undefined>;
}
