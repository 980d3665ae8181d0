import type { ContainerGroupArgs } from "pulumi-vendorcloud";

export const resources = { requests: { cpu: 1, memoryInGB: 1 } };

/** The container of the groups that tests declare. */
export const web = { name: "web", image: "nginx:1", resources };

/** The arguments of a small group, under a name that the program sets. */
export function groupArgs(
  containerGroupName: string,
  change: Partial<ContainerGroupArgs> = {},
): ContainerGroupArgs {
  return { resourceGroupName: "demo", containerGroupName, osType: "Linux", containers: [web], ...change };
}
