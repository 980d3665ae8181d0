import { formatDestroyCommand } from "../contract/configuration.js";
import type { Context } from "../contract/lifecycle.js";
import { type Message, message } from "../text/message.js";
import type { Declaration } from "./declaredObjects.js";
import type { PathNames, ResourceKind } from "./resourceKind.js";
import { type ResourceProperties, toPriorState } from "./resourceProperties.js";

/** Deletes a resource, but not what another resource of the program declares. */
export async function deleteResource(
  kind: ResourceKind,
  id: string,
  state: ResourceProperties,
  context: Context,
): Promise<void> {
  const { lifecycle, paths } = kind;
  kind.requireProfile(id, context.settings);
  const prior = toPriorState(kind.schema, state);
  if (lifecycle.isDeleteNoop?.(prior) === true) return lifecycle.delete(id, prior, context);
  const object = lifecycle.manages?.(prior.args);
  if (object === undefined) return lifecycle.delete(id, prior, context);
  const owners = kind.declaredObjects.listOwners(object);
  for (const owner of owners) {
    context.log.warn(explainKept(id, owner, state.urn, paths));
  }
  if (owners.some(({ fields }) => fields === undefined)) return;
  const declaredElsewhere = owners.flatMap(({ fields = [] }) => fields);
  await lifecycle.delete(id, { ...prior, declaredElsewhere }, context);
}

function explainKept(
  id: string,
  { urn, fields }: Declaration,
  deleted: string | undefined,
  paths: PathNames,
): Message {
  const what = fields === undefined ? id : message`${paths.list(fields)} of ${id}`;
  const hint =
    urn === deleted
      ? `To replace it, run ${formatDestroyCommand(urn)}, then \`pulumi up\`.`
      : "Only the resource's old name is removed from the state. To rename a resource without this warning, give it an alias.";
  return message`${what} is left unchanged: the program declares it as ${urn}. ${hint}`;
}
