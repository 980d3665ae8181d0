import type { ResourceDefinition } from "../../contract/definition.js";
import type { ContainerGroupInputs } from "../../generated/lifecycleTypes.js";
import { formatObjectKey } from "../../schema/objectKey.js";
import { containerGroupSchema as schema } from "./schema.js";

export const containerGroup: ResourceDefinition<ContainerGroupInputs> = {
  schema,
  service: "resourceManager",
  idFormat:
    "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ContainerInstance/containerGroups/{containerGroupName}",
  noun: "group",
  nameFormat: "{containerGroupName} in {resourceGroupName}",

  answersWhole: true,
  manages: (args) => ({ key: formatObjectKey(schema, args) }),

  reference: {
    source: 'document "Container Group Management Interface", 2023-05-01',
    id: "Path of the group at the service: `/subscriptions/…/containerGroups/<name>`.",
    example: "container-group",
  },
};

export const definitions = [containerGroup];
