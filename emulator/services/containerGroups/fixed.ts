import { createCloudError, toRegion } from "../../resourceManager.js";
import type { ContainerGroup } from "./shape.js";

/** A field that cannot change in place, with a function that reads it. */
interface FixedField {
  name: string;
  target: string;
  read: (group: ContainerGroup) => unknown;
}

const GROUP_FIELDS: FixedField[] = [
  { name: "Location", target: "location", read: ({ location = "westus" }) => toRegion(location) },
  { name: "OsType", target: "properties.osType", read: ({ properties }) => properties.osType },
  {
    name: "RestartPolicy",
    target: "properties.restartPolicy",
    // A default value is in force, but not in responses.
    read: ({ properties }) => properties.restartPolicy ?? "Always",
  },
  { name: "Zones", target: "zones", read: ({ zones = [] }) => [...zones].sort() },
  {
    name: "SubnetIds",
    target: "properties.subnetIds",
    read: ({ properties: { subnetIds = [] } }) => subnetIds.map(({ id }) => id.toLowerCase()).sort(),
  },
];

/** Refuses changes of fields that can be set only when a group is created. The spelling of both groups must be canonical. */
export function refuseFixedChanges(groupName: string, before: ContainerGroup, after: ContainerGroup): void {
  const changed = [...GROUP_FIELDS, ...addressField(before, after), ...resourceFields(before, after)]
    .map(({ name, target, read }) => ({ name, target, old: print(read(before)), next: print(read(after)) }))
    .filter(({ old, next }) => old !== next);
  const [first] = changed;
  if (first === undefined) return;
  const code = "InvalidContainerGroupUpdate";
  const details = changed.map(({ name, target, old, next }) => ({
    code,
    message: `${name} (old ${old}, new ${next})`,
    target,
  }));
  throw createCloudError(400, {
    code,
    message: `The container group '${groupName}' cannot be updated in place: ${details.map(({ message }) => message).join("; ")}. Delete it first, then create it again.`,
    target: first.target,
    details,
  });
}

/** An address may be added or removed, but its properties cannot change. */
function addressField(before: ContainerGroup, after: ContainerGroup): FixedField[] {
  if (before.properties.ipAddress === undefined || after.properties.ipAddress === undefined) return [];
  const target = "properties.ipAddress.type";
  return [{ name: "IpAddress.Type", target, read: ({ properties }) => properties.ipAddress?.type }];
}

/** Resource requests of existing containers. Containers may be added and removed. */
function resourceFields(before: ContainerGroup, after: ContainerGroup): FixedField[] {
  const stays = new Set(before.properties.containers.map(({ name }) => name));
  return after.properties.containers.flatMap(({ name }, index) =>
    stays.has(name)
      ? (["cpu", "memoryInGB", "gpu"] as const).map((resource) => ({
          name: `${resource} of container '${name}'`,
          target: `properties.containers[${index}].properties.resources.requests.${resource}`,
          read: (group: ContainerGroup) => requests(group, name)?.[resource],
        }))
      : [],
  );
}

function requests(group: ContainerGroup, container: string) {
  return group.properties.containers.find(({ name }) => name === container)?.properties.resources.requests;
}

function print(value: unknown): string {
  return value === undefined ? "none" : JSON.stringify(value);
}
