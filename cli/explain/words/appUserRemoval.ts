import type { JsonObject } from "../../../provider/schema/json.js";
import { appUserRemovalSchema as schema } from "../../../provider/services/apps/schema.js";
import { shownArgument } from "../fieldLine.js";
import { type Markdown, md } from "../markdown.js";
import { type ResourceWords, whyReplaced } from "./resourceWords.js";

export const appUserRemovalWords: ResourceWords = {
  schema,
  create: (args) => [md`Removes ${user(args)}. Destroying this resource later does not add the user again.`],
  update: (args, { differs }) => [
    differs ? md`Removes ${user(args)} once more.` : md`No value differs: nothing is sent to the service.`,
  ],
  replace: (args, changed, before) => [
    whyReplaced(schema, md`removal`, changed),
    md`Removes ${user(args)}.`,
    stays(before),
  ],
  delete: (before) => [md`Nothing is sent to the service.`, stays(before)],
};

function user({ userEmail, ownerName, appName }: JsonObject): Markdown {
  return md`the user ${shownArgument(userEmail)} from the app ${shownArgument(appName)} of ${shownArgument(ownerName)}`;
}

function stays({ userEmail, appName }: JsonObject): Markdown {
  return md`The user ${shownArgument(userEmail)}, who was removed from ${shownArgument(appName)}, stays removed.`;
}
