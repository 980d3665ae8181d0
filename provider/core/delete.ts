import { explainCutOff, explainKept } from "../declarations/declaredObjects.js";
import type { Context } from "../lifecycle.js";
import { ProviderError } from "../providerError.js";
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
  const object = kind.getManagedObject(prior.args, context.settings);
  if (object === undefined) return lifecycle.delete(id, prior, context);
  const keeping = await kind.declarations.ask("keeping", object);
  for (const other of keeping) {
    const fields = other.fields?.map((path) => paths.shown(path, context.secrets));
    context.log.warn(explainKept(id, { ...other, fields }, state.urn));
  }
  if (keeping.some(({ fields }) => fields === undefined)) return;
  if (kind.declarations.isCutOff) throw new ProviderError(explainCutOff(id));
  const declaredElsewhere = keeping.flatMap(({ fields = [] }) => fields);
  await lifecycle.delete(id, { ...prior, declaredElsewhere }, context);
}
