import type { ResourceDefinition } from "../../../provider/contract/definition.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { formatArgument } from "../fieldLine.js";
import { type Markdown, md } from "../markdown.js";
import {
  type Context,
  explainReplacement,
  formatObjectName,
  type ResourceDescription,
} from "./resourceDescription.js";

export function createAppUserRemovalDescription(definition: ResourceDefinition): ResourceDescription {
  const theUser = (args: JsonObject, context: Context): Markdown =>
    context.inList ? md`the user` : md`the user ${formatObjectName(definition, args, context)}`;

  return {
    definition,
    create: (args, context) => [
      md`Removes ${theUser(args, context)}.`,
      md`Destroying this resource later does not add the user again.`,
    ],
    update: (args, context) => [
      context.differs
        ? md`Removes ${theUser(args, context)} once more.`
        : md`No value differs: nothing is sent to the service.`,
    ],
    replace: (args, context, before) => [
      explainReplacement(definition, context),
      md`Removes ${theUser(args, context)}.`,
      keeps(before),
    ],
    delete: (before, { inList }) => [
      md`Nothing is sent to the service.`,
      inList ? md`Nothing changes for the user.` : keeps(before),
    ],
    ends: (_args, { operation, differs }) =>
      operation === "create" || operation === "replace" || (operation === "update" && differs)
        ? md`removes the user`
        : undefined,
  };
}

/** An imported removal has removed nobody. */
function keeps({ userEmail, appName }: JsonObject): Markdown {
  return md`Nothing changes for the user ${formatArgument(userEmail)} of ${formatArgument(appName)}.`;
}
