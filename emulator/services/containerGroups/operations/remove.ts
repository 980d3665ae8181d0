import type { RouteHandlerMethod } from "fastify";
import { answer } from "../answer.js";
import { type Context, refuseWhileTransitioning } from "../context.js";
import { placeOf } from "../place.js";

/** DELETE of a group: 200 with what it was, 204 when there was none. */
export function remove(context: Context): RouteHandlerMethod {
  const { store, provisioning } = context;
  return async (request, reply) => {
    const group = store.find(placeOf(request).id);
    if (group === undefined) {
      return reply.code(204).send();
    }
    refuseWhileTransitioning(context, group);
    provisioning.preempt(group);
    store.remove(group.id);
    store.count(group.id, "deletes");
    return answer(group.body);
  };
}
