import { createCloudError, toRegion } from "../../resourceManager.js";
import type { ContainerGroup } from "./shape.js";

/** A field that cannot change in place, with its values before and after. */
type FixedField = [name: string, target: string, before: unknown, after: unknown];

/** Lists the fields that can be set only when a group is created. The spelling of both groups must be canonical. */
function listFixed(before: ContainerGroup, after: ContainerGroup): FixedField[] {
  const both = (name: string, target: string, read: (group: ContainerGroup) => unknown): FixedField => {
    return [name, target, read(before), read(after)];
  };
  const hasAddress = [before, after].every(({ properties }) => properties.ipAddress !== undefined);
  return [
    both("Location", "location", ({ location = "westus" }) => toRegion(location)),
    both("OsType", "properties.osType", ({ properties }) => properties.osType),
    // A default value is in force, but not in responses.
    both(
      "RestartPolicy",
      "properties.restartPolicy",
      ({ properties }) => properties.restartPolicy ?? "Always",
    ),
    both("Zones", "zones", ({ zones = [] }) => [...zones].sort()),
    both("SubnetIds", "properties.subnetIds", ({ properties: { subnetIds = [] } }) =>
      subnetIds.map(({ id }) => id.toLowerCase()).sort(),
    ),
    // An address may be added or removed, but its type cannot change.
    both(
      "IpAddress.Type",
      "properties.ipAddress.type",
      ({ properties }) => hasAddress && properties.ipAddress?.type,
    ),
    ...listRequests(before, after),
  ];
}

/** Resource requests of existing containers. Containers may be added and removed. */
function listRequests(before: ContainerGroup, after: ContainerGroup): FixedField[] {
  return after.properties.containers.flatMap(({ name, properties: { resources } }, index) => {
    const old = before.properties.containers.find((one) => one.name === name)?.properties.resources.requests;
    const path = `properties.containers[${index}].properties.resources.requests`;
    return (["cpu", "memoryInGB", "gpu"] as const).flatMap((resource): FixedField[] => {
      const what = `${resource} of container '${name}'`;
      return old ? [[what, `${path}.${resource}`, old[resource], resources.requests[resource]]] : [];
    });
  });
}

/** Refuses changes of fields that can be set only when a group is created. */
export function refuseFixedChanges(groupName: string, before: ContainerGroup, after: ContainerGroup): void {
  const code = "InvalidContainerGroupUpdate";
  const details = listFixed(before, after)
    .map(([name, target, old, next]) => ({ name, target, old: print(old), next: print(next) }))
    .filter(({ old, next }) => old !== next)
    .map(({ name, target, old, next }) => ({ code, message: `${name} (old ${old}, new ${next})`, target }));
  if (details.length === 0) return;
  const message = `The container group '${groupName}' cannot be updated in place: ${details.map((one) => one.message).join("; ")}. Delete it first, then create it again.`;
  throw createCloudError(400, { code, message, target: details[0]?.target, details });
}

function print(value: unknown): string {
  return value === undefined ? "none" : JSON.stringify(value);
}
