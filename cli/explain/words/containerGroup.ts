import { isObject, type JsonObject } from "../../../provider/schema/json.js";
import { containerGroupSchema as schema } from "../../../provider/services/containerGroups/schema.js";
import { shownArgument } from "../fieldLine.js";
import { listed, type Markdown, md } from "../markdown.js";
import { isForced, type ResourceWords, whyReplaced } from "./resourceWords.js";

const MOST_CONTAINERS = 20;

export const containerGroupWords: ResourceWords = {
  schema,

  create: (args) => [
    md`Creates the group ${group(args)}. One that exists under this name is brought to what is declared here, and then belongs to this stack.`,
    ...running(args),
  ],

  update(_args, { differs, fields }) {
    if (!differs) return [md`No value differs; the whole group is sent again. A warning below says why.`];
    const isRotation = fields.some(({ path }) => path === "secretsVersion");
    return [md`Updated in place.`, ...(isRotation ? [md`All its secrets are sent again.`] : [])];
  },

  replace(args, changed, before) {
    const why = whyReplaced(schema, md`group`, changed);
    if (changed.keepsOld) return [why, md`Then ${group(args)} is sent to the service.`];
    if (changed.before?.isDeletedFirst === true) {
      return [
        why,
        md`The group ${group(before)} is deleted first. It is down until the new one runs, and its address may change.`,
      ];
    }
    if (isForced(changed)) {
      return [
        why,
        md`The group keeps its name, so it is only sent again: it is not deleted, since nothing would be left of it.`,
      ];
    }
    return [
      why,
      md`The new group ${group(args)} is created first, then the old one, ${group(before)}, is deleted. The new one has an address of its own.`,
    ];
  },

  delete: (before) => [
    md`Deletes the group ${group(before)} and stops all that runs in it. This is not undone.`,
  ],
};

function group({ resourceGroupName, containerGroupName }: JsonObject): Markdown {
  return md`${shownArgument(containerGroupName)} in ${shownArgument(resourceGroupName)}`;
}

function running({ containers }: JsonObject): Markdown[] {
  const all = Array.isArray(containers) ? containers.filter(isObject) : [];
  if (all.length === 0) return [];
  const shown = all
    .slice(0, MOST_CONTAINERS)
    .map(({ name, image }) => md`${shownArgument(name)} from ${shownArgument(image)}`);
  const more = all.length - shown.length;
  return [md`It runs ${listed(more === 0 ? shown : [...shown, md`${more} more`])}.`];
}
