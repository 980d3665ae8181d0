import type { RouteHandlerMethod } from "fastify";
import { listed } from "../answer.js";
import type { Context } from "../context.js";
import { collectionOf } from "../place.js";

/** GET of every group in a resource group. Does not count as a read of any of them. */
export function list({ store }: Context): RouteHandlerMethod {
  return async (request) => {
    const prefix = `${collectionOf(request)}/`.toLowerCase();
    const groups = store.all().filter(({ id }) => id.toLowerCase().startsWith(prefix));
    return { value: groups.map(({ body }) => listed(body)) };
  };
}
