import type * as pulumi from "@pulumi/pulumi";
import type { ContainerGroupOutputs } from "../../generated/containerGroup.js";
import type { FunctionOptions } from "../../protocols/dynamic/function.js";
import { type DeepInput, lookUp, lookUpOutput, type ValueOf } from "../../protocols/dynamic/lookup.js";
import { getContainerGroupLookup as lookup } from "./lookup.js";

/** Which account asks. */
export type GetContainerGroupOptions = FunctionOptions;

/** Which container group to read. */
export interface GetContainerGroupArgs {
  /** Name of the group. */
  readonly containerGroupName: string;
  /** Name of the resource group, 90 characters at most. */
  readonly resourceGroupName: string;
  /** Id of the subscription. Default: `vendorcloud:subscriptionId`. */
  readonly subscriptionId?: string | undefined;
}

/** The arguments of {@link getContainerGroupOutput}: those of {@link getContainerGroup}, each of which may be an Output. */
export type GetContainerGroupOutputArgs = {
  [Name in keyof GetContainerGroupArgs]: DeepInput<GetContainerGroupArgs[Name]>;
};

/** Arguments that no service answers. */
type NotAnswered =
  | "subscriptionId"
  | "resourceGroupName"
  | "containerGroupName"
  | "secretsVersion"
  | "waitForProvisioning"
  | "adopt";

/** A container group as the service has it. */
export type GetContainerGroupResult = {
  readonly [Name in Exclude<keyof ContainerGroupOutputs, NotAnswered>]: ValueOf<ContainerGroupOutputs[Name]>;
} & {
  /** Path of the group at the service: `/subscriptions/…/containerGroups/<name>`. */
  readonly id: string;
};

/**
 * Reads a container group that need not be of this program, in previews as well.
 *
 *     const { ipAddress } = await getContainerGroup({ resourceGroupName: "demo", containerGroupName: "shop" });
 *
 * Fields that hold secrets, such as `secureValue`, are not in the result: the service does not answer them.
 *
 * Document: "Container Group Management Interface", 2023-05-01; it does not show the request.
 *
 * @param args which group
 * @param options which account asks
 * @returns the group
 * @throws RunError, whose text holds neither token nor secret, when an argument is not what it must be (before anything is asked), when
 * address or token is not configured, when there is no such group, or when the service refuses or does not answer
 */
export async function getContainerGroup(
  args: GetContainerGroupArgs,
  options: GetContainerGroupOptions = {},
): Promise<GetContainerGroupResult> {
  return lookUp(lookup, { ...args }, options);
}

/**
 * {@link getContainerGroup} for inputs that are not known at once. In a preview the result is unknown where an input
 * is, and where no token is configured, with a warning: a pull request from a fork can be previewed. A secret input
 * makes the result a secret.
 *
 *     const fqdn = getContainerGroupOutput({ resourceGroupName: "demo", containerGroupName: gateway.containerGroupName })
 *       .apply(({ ipAddress }) => ipAddress?.fqdn);
 *
 * @param args which group
 * @param options which account asks
 * @returns the group; fails as {@link getContainerGroup} does
 */
export function getContainerGroupOutput(
  args: GetContainerGroupOutputArgs,
  options: GetContainerGroupOptions = {},
): pulumi.Output<GetContainerGroupResult> {
  return lookUpOutput(lookup, { ...args }, options);
}
