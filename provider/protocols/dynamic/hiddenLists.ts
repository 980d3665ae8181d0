import type { PathNames } from "../../core/resourceKind.js";
import { listChanges } from "../../schema/compare.js";
import type { Json, PropertyMap } from "../../schema/json.js";
import type { ResourceSchema } from "../../schema/keywords.js";
import { PLACEHOLDER } from "../../schema/secret.js";
import { replaceValues } from "../../schema/secretTree.js";
import { message, type Text } from "../../text/message.js";

/**
 * A message for each list that a preview may show as `[secret]` alone: it names the changes in the list.
 *
 * @param registered the inputs as the engine hands them over
 * @param names how a path is shown
 */
export function explainHiddenChanges(
  schema: ResourceSchema,
  registered: PropertyMap,
  { before, after }: { before: Json; after: Json },
  names: PathNames,
): Text[] {
  return hiddenLists(schema, registered).flatMap((list) => {
    const paths = listChanges(schema, before, after)
      .filter(({ path, secret }) => !secret && (path === list || path.startsWith(`${list}[`)))
      .map(({ path }) => path);
    if (paths.length === 0) return [];
    return message`a transform added a secret to ${list}, which may show as [secret]. It changes: ${names.list(paths)}`;
  });
}

/**
 * Lists with a secret that the constructor did not extract, because a transform added it. It hides the list if the transform
 * marks it as a secret, which no hook can see.
 */
function hiddenLists(schema: ResourceSchema, registered: PropertyMap): string[] {
  const lists = new Set<string>();
  replaceValues(schema, registered, (value, place) => {
    if (place.schema?.secret !== true) return undefined;
    const [list = "", ...inside] = place.pattern.split("[]");
    if (inside.length > 0 && value !== PLACEHOLDER) lists.add(list);
    return value;
  });
  return [...lists];
}
