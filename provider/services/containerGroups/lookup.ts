import { ProviderError } from "../../contract/providerError.js";
import { withCommand, withConfigured } from "../../core/configuredArguments.js";
import type { Lookup } from "../../core/lookup.js";
import { requireNone } from "../../core/lookupProblems.js";
import { text } from "../../schema/build.js";
import type { ResourceSchema, Schema } from "../../schema/keywords.js";
import { withoutSecretFields } from "../../schema/project.js";
import { findUnknownNames } from "../../schema/unknownNames.js";
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

/** Which group is asked for. */
interface GroupQuery {
  id: string;
  name: string;
}

export const getContainerGroupLookup: Lookup<GroupQuery> = {
  name: "getContainerGroup",
  service: "resourceManager",
  withoutToken: { title: "the resource manager", consequence: "values that depend on the group are unknown" },

  read(args, settings) {
    const complete = withConfigured(schema, args, settings);
    const unknown = findUnknownNames(args, names);
    const problems = validate(complete)
      .problems.filter(({ path }) => !unknown.some((name) => name.path === path))
      .map((problem) => withCommand(schema, problem));
    requireNone([...unknown, ...problems, ...settings.problems("resourceManager")]);
    return {
      id: formatResourcePath(complete as GroupAddress, settings),
      name: String(complete.containerGroupName),
    };
  },

  /** What a group may hold as a secret is left out, if the service answers it at all. */
  async ask({ id }, context) {
    const found = await new ContainerGroupClient(context).get(id);
    if (found === "missing") throw new GroupUnreadError("the container group does not exist.", NOT_FOUND);
    if (found === "unsupported") throw new GroupUnreadError(UNSUPPORTED, CHECK_ADDRESS);
    return { ...withoutSecretFields(containerGroupSchema, fromWire(containerGroupSchema, found.body)), id };
  },

  subject: ({ name }, isSecret) => (isSecret ? undefined : name),
  hint: (error) => (error instanceof GroupUnreadError ? error.hint : undefined),

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

/** There is no group of the name, or none that could be read. */
class GroupUnreadError extends ProviderError {
  constructor(
    text: string,
    readonly hint: string,
  ) {
    super(text);
  }
}
