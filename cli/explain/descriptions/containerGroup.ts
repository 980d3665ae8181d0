import { getProfileOfId } from "../../../provider/contract/profile.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { findGivenSecrets } from "../../../provider/schema/missingSecrets.js";
import { isAtOrBelow } from "../../../provider/schema/path.js";
import { generateName } from "../../../provider/services/containerGroups/identity.js";
import { containerGroupSchema as schema } from "../../../provider/services/containerGroups/schema.js";
import { formatName } from "../fieldLine.js";
import { listChangedFields } from "../fields.js";
import { type Markdown, md } from "../markdown.js";
import { isSameObject } from "../sameObject.js";
import {
  type ChangeDescriptions,
  type Context,
  explainReplacement,
  formatObjectName,
  keepsObject,
  pickEnd,
} from "./resourceDescription.js";

export const containerGroupDescription: ChangeDescriptions = {
  create(args, context) {
    const { fact, predecessor } = context;
    if (predecessor !== undefined)
      return [
        isSentAgain(context, predecessor.argsBefore)
          ? md`The group is sent again. ${RESTARTS}`
          : md`Nothing is sent if the group is as declared.`,
        md`Give this resource the alias ${formatName(predecessor.name)} to keep the group without a request.`,
      ];
    if (fact === "exists") return [md`Adopts the existing group. A warning below says what is sent.`];
    if (args.adopt === true) return [md`Adopts or creates the group.`, adoption(context)];
    return [md`Creates the group.`];
  },

  update(_args, context) {
    const { differs, fields, before } = context;
    if (changesOnlyTags(context))
      return [md`Only the tags of the group are updated. Its containers keep running.`];
    // The engine itself repeats a failed update, so the provider may have no warning.
    const reason =
      before?.hasFailed === true ? md`The last operation on it failed.` : md`A warning below says why.`;
    const isRotation = fields.some(({ path }) => path === "secretsVersion");
    return [
      differs
        ? md`The group is updated in place.`
        : md`The group is sent again, although no value differs. ${reason}`,
      RESTARTS,
      ...(isRotation ? [md`All its secrets are sent again.`] : []),
    ];
  },

  replace(args, context, before) {
    const why = explainReplacement(context);
    const isKept = context.before?.retainOnDelete === true || keepsObject(context);
    const isTakenOver = args.adopt === true || args.containerGroupName === generateName(context.urn);
    if (isKept && isSameObject(context) && context.fields.length > 0 && !isTakenOver)
      return [
        why,
        md`The group keeps its name and is not deleted first: the update fails if the group at the service differs from the program.`,
      ];
    if (context.keepsOld) return [why, md`Then the group is sent to the service.`];
    if (context.before?.isDeletedFirst === true) {
      const deleted = isSameObject(context)
        ? md`The group is deleted first, and the new one gets the same name.`
        : md`The old group, ${formatObjectName(before, context)}, is deleted first.`;
      return [why, deleted, md`It is down until the new one runs, and its address may change.`];
    }
    if (keepsObject(context))
      return [why, md`The group keeps its name, so it is only sent again and not deleted.`];
    return [
      why,
      md`The new group is created first, then the old one, ${formatObjectName(before, context)}, is deleted. The new one has its own address.`,
    ];
  },

  delete: () => [md`Deletes the group and stops all its containers. This cannot be undone.`],

  ends: (_args, changed) => pickEnd(changed, md`deletes the group`, md`takes the group down`),
};

/** States after which an update sends the whole group. */
const UNFINISHED = /^(failed|canceled|deleting)$/i;

/** Whether the update sends only the tags. The provider sends the whole group after a failed operation, and in other profiles. */
function changesOnlyTags({ differs, fields, before }: Context): boolean {
  if (!differs || before === undefined || before.hasFailed) return false;
  const { provisioningState: state } = before.outputs;
  if (getProfileOfId(before.id ?? "") !== "azure" || UNFINISHED.test(String(state))) return false;
  return fields.length > 0 && fields.every(({ path }) => isAtOrBelow(path, "tags"));
}

/** The public service restarts all containers, even for unchanged values; other documents do not say. */
const RESTARTS = md`The service may restart the containers of the group.`;

function adoption({ after }: Context): Markdown {
  const atTheEnd =
    after?.retainOnDelete === true
      ? md`a destroy leaves it running (\`retainOnDelete\`)`
      : md`a destroy deletes it`;
  return md`If a group of this name exists, it is adopted (\`adopt\`): it is changed to match the program, and ${atTheEnd}.`;
}

/** Whether a group that another resource declared before is sent again: its secrets cannot be compared. */
function isSentAgain({ argsAfter }: Context, before: JsonObject): boolean {
  return (
    findGivenSecrets(schema, argsAfter).length > 0 || listChangedFields(schema, before, argsAfter).length > 0
  );
}
