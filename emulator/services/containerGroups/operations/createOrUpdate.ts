import type { RouteHandlerMethod } from "fastify";
import type { Fault } from "../../../faults/fault.js";
import { jsonBody } from "../../../resourceManager/jsonBody.js";
import { answer } from "../answer.js";
import { complete } from "../complete.js";
import { type Context, refuseWhileTransitioning } from "../context.js";
import { refuseFixedChanges } from "../fixed.js";
import { operationPath, placeFromId, placeOf } from "../place.js";
import type { StoredGroup } from "../store.js";
import { readContainerGroup } from "../validate.js";

/** PUT of a group: 201 when it is new, 200 when it was there, and provisioning begins. */
export function createOrUpdate(context: Context): RouteHandlerMethod {
  const { store, provisioning } = context;
  return async (request, reply) => {
    const place = placeOf(request);
    const asked = readContainerGroup(jsonBody(request), place.name);
    const existing = store.find(place.id);
    if (existing !== undefined) {
      refuseWhileTransitioning(context, existing);
      refuseFixedChanges(place.name, existing.body, asked);
    }

    const group: StoredGroup = existing ?? { id: place.id, body: asked };
    // The spelling of the id is that of the request that created the group.
    group.body = complete(asked, placeFromId(group.id), existing?.body);
    const operation = provisioning.begin(group, outcomeOf(request.fault), meanwhileOf(request.fault));
    store.save(group);
    store.count(group.id, existing === undefined ? "creates" : "updates");

    const origin = `${request.protocol}://${request.host}`;
    reply.header("cloud-AsyncOperation", origin + operationPath(place, asked.location, operation));
    return reply.code(existing === undefined ? 201 : 200).send(answer(group.body));
  };
}

/** How provisioning ends: well, unless a fault says otherwise. */
function outcomeOf(fault: Fault | undefined): string | undefined {
  if (fault !== undefined && "stuck" in fault) {
    return undefined;
  }
  return fault !== undefined && "provisioning" in fault ? fault.provisioning : "Succeeded";
}

function meanwhileOf(fault: Fault | undefined): string | undefined {
  return fault !== undefined && "provisioning" in fault ? fault.meanwhile : undefined;
}
