import type { Context } from "../contract/lifecycle.js";
import { formatObjectKey } from "../schema/resourceId.js";
import { message } from "../text/message.js";
import { formatError } from "./failure.js";
import type { ResourceKind } from "./resourceKind.js";
import { type ResourceProperties, revealArguments } from "./resourceProperties.js";

/**
 * Asks the service in the preview of a create. A service that gives no answer is no problem of the preview.
 *
 * @throws ProviderError where the create cannot succeed
 */
export async function previewCreate(
  kind: ResourceKind,
  inputs: ResourceProperties,
  context: Context,
): Promise<void> {
  const { schema, lifecycle } = kind;
  const args = revealArguments(inputs);
  const object = formatObjectKey(schema, args);
  const replaced = formatObjectKey(schema, kind.existing.get(inputs.urn ?? "") ?? {});
  // An unknown identity cannot be read; the object that this resource has already is deleted before it is created again.
  if (object === undefined || object === replaced) return;
  const problem = await lifecycle.previewCreate?.(args, context).catch((error) => {
    context.log.warn(message`this preview could not read what exists at the service: ${formatError(error)}`);
  });
  if (problem !== undefined) throw problem;
}
