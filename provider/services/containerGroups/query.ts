import { inProfile } from "../../contract/profile.js";
import { ProviderError } from "../../contract/providerError.js";
import { explainMissing, withConfigured } from "../../core/configuredArguments.js";
import type { ServiceQuery } from "../../core/serviceQuery.js";
import { listResources, ResourceClient } from "../../resourceManager/resourceClient.js";
import { resourceGroupName, subscriptionId } from "../../resourceManager/resourceSchema.js";
import { text } from "../../schema/build.js";
import { isAbsent, type PropertyMap } from "../../schema/json.js";
import { isBodyField, type ResourceSchema, type Schema } from "../../schema/keywords.js";
import { withoutSecretFields } from "../../schema/project.js";
import { formatResourceId } from "../../schema/resourceId.js";
import { createValidator } from "../../schema/validate.js";
import { fromWire } from "../../schema/wire.js";
import { foreign, message } from "../../text/message.js";
import { ContainerGroupClient, GROUP_API } from "./client.js";
import { formatResourcePath, type GroupAddress } from "./identity.js";
import { containerGroupSchema } from "./schema.js";

const names = ["subscriptionId", "resourceGroupName", "containerGroupName"];

/** The arguments that identify a group, with the rules of the resource. */
const groupSchema: ResourceSchema = {
  type: "object",
  title: "ContainerGroupName",
  description: "Identifies a container group.",
  required: names,
  properties: Object.fromEntries(
    Object.entries(containerGroupSchema.properties).filter(([name]) => names.includes(name)),
  ),
};

export const getContainerGroupQuery: ServiceQuery<GroupAddress> = {
  name: "getContainerGroup",
  service: "resourceManager",
  withoutToken: { title: "the resource manager", consequence: "values that depend on the group are unknown" },

  read: createReader<GroupAddress>(groupSchema),

  /** Secret fields are left out, even if the service returns them. */
  async ask(group, context) {
    const id = formatResourcePath(group, context.settings);
    const client = new ContainerGroupClient(context);
    const found = await client.get(id);
    if (found === "missing")
      throw new ProviderError("the container group does not exist.", "notApplied", NOT_FOUND);
    if (found === "unsupported")
      throw new ProviderError(
        message`cannot read the container group: ${client.refusal}`,
        "notApplied",
        CHECK,
      );
    return { ...withoutSecretFields(containerGroupSchema, fromWire(containerGroupSchema, found.body)), id };
  },

  subject: ({ containerGroupName }, isSecret) => (isSecret ? undefined : foreign(String(containerGroupName))),

  /** The result has the outputs of the resource without secrets. */
  describe: () => ({
    description: "A container group, also one that the program does not declare.",
    arguments: { ...groupSchema.properties, containerGroupName: text("Name of the group.") },
    required: ["resourceGroupName", "containerGroupName"],
    result: {
      id: text("Path of the group at the service."),
      ...Object.fromEntries(Object.entries(containerGroupSchema.properties).filter(isAnswered)),
    },
  }),
};

function isAnswered([, field]: [string, Schema]): boolean {
  return isBodyField(field) && field.volatile !== true;
}

const NOT_FOUND =
  "check `containerGroupName`, `resourceGroupName` and `subscriptionId`. A group that this program creates does not exist " +
  "in its first preview: use the outputs of its resource.";

const CHECK = "check `subscriptionId` and `vendorcloud:resourceManagerUrl`.";

const TYPE = "/providers/Vendor.ContainerInstance/containerGroups";

const listSchema: ResourceSchema = {
  type: "object",
  title: "ContainerGroupList",
  description: "Identifies container groups.",
  required: ["subscriptionId"],
  properties: { subscriptionId, resourceGroupName },
};

/** Lists all container groups of a subscription or a resource group. The documents do not describe this request. */
export const groupListing: ServiceQuery<PropertyMap> = {
  name: "list",
  service: "resourceManager",
  withoutToken: { title: "the resource manager", consequence: "the list is empty" },

  read: createReader<PropertyMap>(listSchema),

  async ask(args, context) {
    const group = isAbsent(args.resourceGroupName) ? "" : "/resourceGroups/{resourceGroupName}";
    const format = `/subscriptions/{subscriptionId}${group}${TYPE}`;
    const path = formatResourceId(inProfile(format, context.settings.profile), args);
    const groups = await listResources(new ResourceClient(GROUP_API, context), path, NARROW);
    return groups.flatMap(({ id }) => (typeof id === "string" ? [toObject(id)] : []));
  },

  describe: () => ({
    description: "",
    arguments: {
      subscriptionId: text("Id of the subscription. Default: `vendorcloud:subscriptionId`."),
      resourceGroupName: text("Name of a resource group. Default: all groups of the subscription."),
    },
    result: {},
  }),
};

const NARROW = "List the groups of one resource group.";

/** The name of a group alone is not unique in a subscription. */
function toObject(id: string): PropertyMap {
  const [, , , , resourceGroup = "", , , , name = ""] = id.split("/");
  return { id, name: `${resourceGroup} ${name}` };
}

/** Creates a reader that completes the arguments from the configuration and validates them. */
function createReader<Question>(schema: ResourceSchema): ServiceQuery<Question>["read"] {
  const validate = createValidator(schema);
  return (args, settings, report) => {
    const complete = withConfigured(schema, args, settings);
    for (const problem of validate(complete).problems) {
      const { path, message } = explainMissing(schema, problem);
      report(path, message);
    }
    return complete as Question;
  };
}
