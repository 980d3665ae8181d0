import type { RouteHandlerMethod } from "fastify";
import { cloudErrors } from "../../../resourceManager/cloudError.js";
import { answer } from "../answer.js";
import type { Context } from "../context.js";
import { type InstanceKind, placeOf } from "../place.js";

/** GET of an instance. A stop goes on with it. */
export function get({ store, stopping }: Context, kind: InstanceKind): RouteHandlerMethod {
  return async (request) => {
    const { id } = placeOf(request, kind);
    const instance = store.find(id);
    if (instance === undefined) {
      throw cloudErrors.resourceNotFound(id);
    }
    if (instance.stop !== undefined) {
      stopping.read(instance.stop);
    }
    return answer(instance, stopping);
  };
}
