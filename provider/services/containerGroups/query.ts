import type { Settings } from "../../contract/configuration.js";
import type { Unchecked } from "../../contract/definition.js";
import type { Context } from "../../contract/lifecycle.js";
import { ProviderError } from "../../contract/providerError.js";
import { withCommand, withConfigured } from "../../core/configuredArguments.js";
import type { FunctionSchema } from "../../core/lookup.js";
import { requireNone } from "../../core/lookupProblems.js";
import { text } from "../../schema/build.js";
import { asData } from "../../schema/engineValues.js";
import type { Json } from "../../schema/json.js";
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
export interface GroupQuery {
  id: string;
  name: string;
}

/**
 * Reads the arguments.
 *
 * @throws LookupProblems when something is wrong with arguments or configuration
 */
export function readQuery(args: Unchecked<GroupAddress>, settings: Settings): GroupQuery {
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
}

/** The group as a program gets it: what a group may hold as a secret is left out, if the service answers it at all. */
export async function ask({ id }: GroupQuery, context: Context): Promise<Json> {
  const found = await new ContainerGroupClient(context).get(id);
  if (found === "missing") throw new GroupUnreadError("the container group does not exist.", NOT_FOUND);
  if (found === "unsupported") throw new GroupUnreadError(UNSUPPORTED, CHECK_ADDRESS);
  const answer = asData(fromWire(containerGroupSchema, found.body));
  return { ...withoutSecretFields(containerGroupSchema, answer), id };
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

export function getHint(error: unknown): string | undefined {
  return error instanceof GroupUnreadError ? error.hint : undefined;
}

/** The function, for the package schema: it returns what a resource has as outputs, without secrets. */
export function describe(): FunctionSchema {
  const isAnswered = ([, field]: [string, Schema]): boolean =>
    field.identity !== true && field.wire !== "none" && field.volatile !== true;
  return {
    description: "A container group as the service has it; it need not be of this program.",
    arguments: { ...schema.properties, containerGroupName: text("Name of the group.") },
    required: ["resourceGroupName", "containerGroupName"],
    result: {
      id: text("Path of the group at the service."),
      ...Object.fromEntries(Object.entries(containerGroupSchema.properties).filter(isAnswered)),
    },
  };
}
