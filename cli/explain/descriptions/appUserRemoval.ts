import { md } from "../markdown.js";
import { isSameObject } from "../sameObject.js";
import { type ChangeDescriptions, explainReplacement, formatObjectName } from "./resourceDescription.js";

export const appUserRemovalDescription: ChangeDescriptions = {
  create: () => [md`Removes the user.`, md`Destroying this resource later does not add the user again.`],
  update: (_args, { differs }) => [
    differs ? md`Removes the user once more.` : md`No value differs: nothing is sent to the service.`,
  ],
  replace: (_args, context, before) => [
    explainReplacement(context),
    md`Removes the user.`,
    ...(isSameObject(context)
      ? []
      : [md`Nothing changes for the user ${formatObjectName(before, context)}.`]),
  ],
  // An imported removal has removed nobody.
  delete: () => [md`Nothing is sent to the service.`, md`Nothing changes for the user.`],
  ends: (_args, { operation, differs }) =>
    operation === "create" || operation === "replace" || (operation === "update" && differs)
      ? md`removes the user`
      : undefined,
};
