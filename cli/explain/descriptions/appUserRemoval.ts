import type { JsonObject } from "../../../provider/schema/json.js";
import { appUserRemovalSchema as schema } from "../../../provider/services/apps/schema.js";
import { shownArgument } from "../fieldLine.js";
import { type Markdown, md } from "../markdown.js";
import { type Context, type ResourceDescription, whyReplaced } from "./resourceDescription.js";

export const appUserRemovalDescription: ResourceDescription = {
  schema,
  identify: user,
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
    whyReplaced(schema, md`removal`, context),
    md`Removes ${theUser(args, context)}.`,
    stays(before),
  ],
  delete: (before) => [md`Nothing is sent to the service.`, stays(before)],
  ends: (_args, { operation, differs }) =>
    operation === "create" || operation === "replace" || (operation === "update" && differs)
      ? md`removes the user`
      : undefined,
};

function user({ userEmail, ownerName, appName }: JsonObject): Markdown {
  return md`${shownArgument(userEmail)} from the app ${shownArgument(appName)} of ${shownArgument(ownerName)}`;
}

function theUser(args: JsonObject, { inTable }: Context): Markdown {
  return inTable ? md`the user` : md`the user ${user(args)}`;
}

function stays({ userEmail, appName }: JsonObject): Markdown {
  return md`The user ${shownArgument(userEmail)}, who was removed from ${shownArgument(appName)}, stays removed.`;
}
