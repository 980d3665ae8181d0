import { allKeys, configurationKeys, NAMESPACE } from "../../../provider/contract/configuration.js";
import type { Changed } from "../changed.js";
import type { Field } from "../fields.js";
import { type Markdown, md } from "../markdown.js";
import { type ChangeDescriptions, explainReplacement, pickEnd } from "./resourceDescription.js";

/** Describes any resource from the engine's data alone. */
export const otherDescription: ChangeDescriptions = {
  create: (_args, { after }) => (after?.isComponent === true ? [COMPONENT] : []),

  update: (_args, { type, fields }) => [
    fields.length === 0
      ? md`Updated in place. No visible field differs; a secret may.`
      : md`Updated in place.`,
    ...(type.startsWith("pulumi:providers:") && fields.some(isAddress) ? [MOVED] : []),
  ],

  replace: (_args, context) => [explainReplacement(context), ...order(context)],

  delete: (_before, { before }) => (before?.isComponent === true ? [COMPONENT] : [md`Deleted.`]),

  ends: (_args, changed) =>
    changed.before?.isComponent === true ? undefined : pickEnd(changed, md`deletes it`, md`deletes it first`),
};

const COMPONENT = md`A component: it has no object of its own at a service.`;

const MOVED = md`All requests for its resources go to the new address from now on. Objects at the earlier address stay there.`;

/** Whether the field is a service address of a provider of this package. */
function isAddress({ path }: Field): boolean {
  return allKeys.some(
    (key) => configurationKeys[key].kind === "address" && [key, `["${NAMESPACE}:${key}"]`].includes(path),
  );
}

function order({ before, keepsOld }: Changed): Markdown[] {
  if (keepsOld) return [];
  return [
    before?.isDeletedFirst === true
      ? md`The old one is deleted first.`
      : md`The new one is created first, then the old one is deleted.`,
  ];
}
