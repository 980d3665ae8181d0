import type { RouteHandlerMethod } from "fastify";
import type { Context } from "../context.js";
import { operationNotFound } from "../errors.js";

/** GET of an operation's status. Provisioning goes on with it. */
export function operationStatus({ store, operations, provisioning }: Context): RouteHandlerMethod {
  return async (request) => {
    const { operation } = request.params as { operation: string };
    const group = store.all().find(({ transition }) => transition?.operation === operation.toLowerCase());
    if (group !== undefined) {
      provisioning.read(group);
    }
    const status = operations.find(operation);
    if (status === undefined) {
      throw operationNotFound(operation);
    }
    return status;
  };
}
