import type { RouteHandlerMethod } from "fastify";
import { cloudErrors } from "../../../resourceManager/cloudError.js";
import { answer } from "../answer.js";
import type { Context } from "../context.js";
import { placeOf } from "../place.js";

/** GET of one group. Provisioning goes on with it. */
export function get({ store, provisioning }: Context): RouteHandlerMethod {
  return async (request) => {
    const { id } = placeOf(request);
    const group = store.find(id);
    if (group === undefined) {
      throw cloudErrors.resourceNotFound(id);
    }
    provisioning.read(group);
    return answer(group.body);
  };
}
