import type { VersionedApi } from "../../contract/configuration.js";
import type { ResourceDefinition } from "../../contract/definition.js";
import type { ContainerGroupInputs } from "../../generated/lifecycleTypes.js";
import { formatObjectKey } from "../../schema/resourceId.js";
import { containerGroupSchema as schema } from "./schema.js";

export const CONTAINER_GROUPS_API: VersionedApi = {
  key: "containerGroupsApiVersion",
  defaults: { vendor: "2023-05-01", azure: "2025-09-01" },
};

export const containerGroup: ResourceDefinition<ContainerGroupInputs> = {
  schema,
  service: "resourceManager",
  api: CONTAINER_GROUPS_API,
  idFormat:
    "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ContainerInstance/containerGroups/{containerGroupName}",
  noun: "group",
  nameFormat: "{containerGroupName} in {resourceGroupName}",

  answersWhole: true,
  manages: (args) => ({ key: formatObjectKey(schema, args) }),

  reference: {
    about: [
      "A container group: containers deployed together, which share an address, volumes, a restart policy, an identity and diagnostics settings. It is created and updated with the whole body (PUT). Its id is the group's resource path.",
      "A group of the same name that already exists and differs from the program is an error, unless `adopt` is set. A change of `osType`, `restartPolicy`, resource requests, `zones`, `subnetIds`, `ipAddress.type`, `location` or the group's address (subscription, resource group, name) replaces the group. Everything else is updated in place.",
    ],
    source: 'document "Container Group Management Interface", 2023-05-01',
    id: "Path of the group at the service: `/subscriptions/…/containerGroups/<name>`.",
    example: "container-group",
  },
};

export const definitions = [containerGroup];
