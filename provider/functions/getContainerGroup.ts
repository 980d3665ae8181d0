import type * as pulumi from "@pulumi/pulumi";
import type { ContainerGroupOutputs } from "../generated/containerGroup.js";
import { queries } from "../generated/queries.js";
import {
  callFunction,
  callFunctionOutput,
  type DeepInput,
  type FunctionOptions,
  type ValueOf,
} from "../protocols/dynamic/function.js";

/** Which account to use. */
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

/** Arguments that the result does not have: the provider's options and the parts of the id. */
type NotAnswered =
  | "subscriptionId"
  | "resourceGroupName"
  | "containerGroupName"
  | "additionalProperties"
  | "secretsVersion"
  | "secretChanges"
  | "waitForProvisioning"
  | "adopt";

/** A container group as the service returns it. */
export type GetContainerGroupResult = {
  readonly [Name in Exclude<keyof ContainerGroupOutputs, NotAnswered>]: ValueOf<ContainerGroupOutputs[Name]>;
} & {
  /** Path of the group at the service: `/subscriptions/…/containerGroups/<name>`. */
  readonly id: string;
};

/**
 * Reads a container group, also one that the program does not declare, in previews as well.
 *
 *     const { ipAddress } = await getContainerGroup({ resourceGroupName: "demo", containerGroupName: "shop" });
 *
 * The result has no secrets, such as `secureValue`: the service does not return them.
 *
 * Document: "Container Group Management Interface", 2023-05-01; it does not document the request.
 *
 * @param args which group
 * @param options which account to use
 * @returns the group
 * @throws RunError when an argument is invalid (before a request), when the address or the token is not configured, when the
 * group does not exist, or when the service refuses the request or does not respond
 */
export async function getContainerGroup(
  args: GetContainerGroupArgs,
  options: GetContainerGroupOptions = {},
): Promise<GetContainerGroupResult> {
  return callFunction(queries.getContainerGroup, { ...args }, options);
}

/**
 * {@link getContainerGroup} for inputs that may be Outputs. The result is unknown if an input is, or if a preview has no token; a
 * warning says so. A secret input makes the result a secret.
 *
 *     const fqdn = getContainerGroupOutput({ resourceGroupName: "demo", containerGroupName: gateway.containerGroupName })
 *       .apply(({ ipAddress }) => ipAddress?.fqdn);
 *
 * @param args which group
 * @param options which account to use
 * @returns the group; fails as {@link getContainerGroup} does
 */
export function getContainerGroupOutput(
  args: GetContainerGroupOutputArgs,
  options: GetContainerGroupOptions = {},
): pulumi.Output<GetContainerGroupResult> {
  return callFunctionOutput(queries.getContainerGroup, { ...args }, options);
}
