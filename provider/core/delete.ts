import { formatDestroyCommand } from "../contract/configuration.js";
import type { Context } from "../contract/lifecycle.js";
import type { Declaration } from "./declaredObjects.js";
import type { ResourceKind } from "./resourceKind.js";
import { type ResourceProperties, toPriorState } from "./resourceProperties.js";

/** Deletes a resource, but not what another resource of the program declares. */
export async function deleteResource(
  kind: ResourceKind,
  id: string,
  state: ResourceProperties,
  context: Context,
): Promise<void> {
  const { lifecycle, paths } = kind;
  const prior = toPriorState(kind.schema, state);
  if (lifecycle.isDeleteNoop?.(prior) === true) return lifecycle.delete(id, prior, context);
  const object = lifecycle.manages?.(prior.args);
  if (object === undefined) return lifecycle.delete(id, prior, context);
  const owners = kind.declaredObjects.listOwners(object);
  for (const owner of owners) {
    const fields = owner.fields?.map((path) => paths.shown(path, context.secrets));
    context.log.warn(explainKept(id, { ...owner, fields }, state.urn));
  }
  if (owners.some(({ fields }) => fields === undefined)) return;
  const declaredElsewhere = owners.flatMap(({ fields = [] }) => fields);
  await lifecycle.delete(id, { ...prior, declaredElsewhere }, context);
}

function explainKept(id: string, { urn, fields }: Declaration, deleted: string | undefined): string {
  const what = fields === undefined ? id : `${fields.join(", ")} of ${id}`;
  return (
    `${what} is left unchanged: the program declares it as ${urn}. ` +
    (urn === deleted
      ? `To replace it, run ${formatDestroyCommand(urn)}, then \`pulumi up\`.`
      : "Only the resource's old name is removed from the state. To rename a resource without this warning, give it an alias.")
  );
}
