import { ProviderError } from "../../contract/providerError.js";
import { withCommand, withConfigured } from "../../core/configuredArguments.js";
import type { Lookup } from "../../core/lookup.js";
import { text } from "../../schema/build.js";
import type { ResourceSchema, Schema } from "../../schema/keywords.js";
import { withoutSecretFields } from "../../schema/project.js";
import { createValidator } from "../../schema/validate.js";
import { fromWire } from "../../schema/wire.js";
import { ContainerGroupClient } from "./client.js";
import { formatResourcePath, type GroupAddress } from "./identity.js";
import { containerGroupSchema } from "./schema.js";

const names = ["subscriptionId", "resourceGroupName", "containerGroupName"];

/** The arguments that say which group is meant, under the rules that a resource has for them. */
const schema: ResourceSchema = {
  type: "object",
  title: "ContainerGroupName",
  description: "Identifies a container group.",
  required: names,
  properties: Object.fromEntries(
    Object.entries(containerGroupSchema.properties).filter(([name]) => names.includes(name)),
  ),
};
const validate = createValidator(schema);

export const getContainerGroupLookup: Lookup<GroupAddress> = {
  name: "getContainerGroup",
  service: "resourceManager",
  withoutToken: { title: "the resource manager", consequence: "values that depend on the group are unknown" },

  read(args, settings, report) {
    const complete = withConfigured(schema, args, settings);
    for (const problem of validate(complete).problems) {
      const { path, message } = withCommand(schema, problem);
      report(path, message);
    }
    return complete as GroupAddress;
  },

  /** What a group may hold as a secret is left out, if the service answers it at all. */
  async ask(group, context) {
    const id = formatResourcePath(group, context.settings);
    const found = await new ContainerGroupClient(context).get(id);
    if (found === "missing")
      throw new ProviderError("the container group does not exist.", "notApplied", NOT_FOUND);
    if (found === "unsupported") throw new ProviderError(UNSUPPORTED, "notApplied", CHECK_ADDRESS);
    return { ...withoutSecretFields(containerGroupSchema, fromWire(containerGroupSchema, found.body)), id };
  },

  subject: ({ containerGroupName }, isSecret) => (isSecret ? undefined : String(containerGroupName)),

  /** It returns what a resource has as outputs, without secrets. */
  describe: () => ({
    description: "A container group as the service has it; it need not be of this program.",
    arguments: { ...schema.properties, containerGroupName: text("Name of the group.") },
    required: ["resourceGroupName", "containerGroupName"],
    result: {
      id: text("Path of the group at the service."),
      ...Object.fromEntries(Object.entries(containerGroupSchema.properties).filter(isAnswered)),
    },
  }),
};

function isAnswered([, field]: [string, Schema]): boolean {
  return field.identity !== true && field.wire !== "none" && field.volatile !== true;
}

const NOT_FOUND =
  "check `containerGroupName`, `resourceGroupName` and `subscriptionId`. A group that this program creates does not exist " +
  "in its first preview: use the outputs of its resource.";

const UNSUPPORTED = "the service does not support reading container groups.";

const CHECK_ADDRESS = "check `subscriptionId` and `vendorcloud:resourceManagerUrl`.";
