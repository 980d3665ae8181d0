import type { RouteHandlerMethod } from "fastify";
import { cloudErrors } from "../../../resourceManager/cloudError.js";
import type { Context } from "../context.js";

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
      throw cloudErrors.operationNotFound(operation);
    }
    return status;
  };
}
